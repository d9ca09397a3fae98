import type { DataNotice, PullNote } from '#contract/notes.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { clean } from './text.ts';

/** Returns a note of a pull as an English sentence. */
export function pullNoteText(note: PullNote): string {
  const name = nameOf(note.kind);
  switch (note.code) {
    case 'same-page':
      return `The service shows only the first ${note.seen} ${name}: it gives the same page whatever is asked for.`;
    case 'endless':
      return `The list of ${name} did not come to an end; ${note.seen} were read.`;
    case 'short':
      return `The service counts ${note.total} ${name} but showed ${note.seen}.`;
    case 'unordered':
      return `The list of ${name} comes in no fixed order: some may be missing until the next refresh.`;
    case 'odd':
      return `${note.count === 1 ? '1 entry' : `${note.count} entries`} in the list of ${name} cannot be used: no id can be read (${note.example}).`;
    case 'fewer':
      return `The service shows ${note.count} fewer ${name} than before. They are kept here until another refresh finds the same.`;
    case 'unchecked':
      return `${note.count} of the ${name} here are no longer in the list, and the service does not say plainly that they are gone. They are kept here.`;
    case 'broken':
    default:
      return `The list of ${name} could not be read to its end; ${note.seen} were read. ${note.error.message}`;
  }
}

/** Returns a notice about the data as an English sentence. */
export function noticeText(notice: DataNotice): string {
  switch (notice.code) {
    case 'cache-damaged':
      return `The copy of the catalogue was damaged and is kept as ${notice.aside}. Refresh to read the catalogue again; your queued changes are untouched.`;
    case 'backup-put-back':
      return `The backup ${notice.backup} was put back as you asked; ${notice.aside === null ? 'nothing was there before' : `what was there before is kept as ${notice.aside}`}. Every change that waited is looked up on the service before it is sent.`;
    case 'backup-not-put-back':
      return `The backup ${notice.backup} was not put back as you asked: it is gone, damaged, or was written by a newer Cabinet. Another one can be chosen in the settings.`;
    case 'work-restored':
      return `The file of your queued work ${foundAs(notice.aside)}. The backup ${notice.backup} took its place: changes made after it are not in it, and every change that waited is looked up on the service before it is sent.`;
    case 'work-lost':
      return `The file of your queued work ${foundAs(notice.aside)}. There was no backup, so the outbox is empty; what was not sent must be entered again.`;
    case 'raised-without-backup':
      return `Your work was brought to the layout of this Cabinet, and no sound backup could be made before: the disk may be failing. The file as it was is kept as ${notice.kept}. Export the outbox to another disk and have this one checked.`;
    case 'work-copied':
      return 'These data are a copy: they came from another computer or from a backup of the system. Every change that waited is looked up on the service before it is sent. If the others are still in use, send from one of the two only.';
    case 'group-cut':
      return `Cabinet ended while a group of ${notice.label.count} ${nameOf(notice.label.kind)} was being queued and its preview is lost: ${notice.count} changes of it are in the outbox. Undo takes them back.`;
    case 'group-left':
      return `A group of ${notice.label.count} ${nameOf(notice.label.kind)} was queued to its end after it had been cut short. ${notice.count === 1 ? '1 row of it was' : `${notice.count} rows of it were`} left out: ${leftRows(notice)}`;
    case 'earlier':
    default:
      return notice.text;
  }
}

type GroupLeft = Extract<DataNotice, { readonly code: 'group-left' }>;

function leftRows({ count, rows }: GroupLeft): string {
  const told = rows.map(({ name, issues }) => {
    const reasons = issues.map(({ place, value, expected, why }) =>
      why === undefined ? `${place}: ${value}, expected ${expected}` : expected,
    );
    return clean(`${name} (${reasons.join('; ')})`);
  });
  const all = [...told, ...(count > rows.length ? ['…'] : [])];
  // More than four rows go on separate lines.
  return all.length > 4 ? all.map((each) => `\n  ${each}`).join('') : all.join(' · ');
}

function foundAs(aside: string | null): string {
  return aside === null ? 'was missing' : `was damaged and is kept as ${aside}`;
}

function nameOf(kind: Kind): string {
  return resourceOf(kind).label.en.toLowerCase();
}
