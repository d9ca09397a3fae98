import type { DataNotice, PullNote } from '#contract/notes.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { clean } from './text.ts';

/** Returns a note of a pull as an English sentence. */
export function pullNoteText(note: PullNote): string {
  const name = nameOf(note.kind);
  switch (note.code) {
    case 'same-page':
      return `The server returned the same page of ${name} every time. Downloaded: ${note.seen}.`;
    case 'endless':
      return `The list of ${name} did not end. Downloaded: ${note.seen}.`;
    case 'short':
      return `The server reports ${note.total} ${name} but sent ${note.seen}.`;
    case 'unordered':
      return `The server lists ${name} in a changing order. Some may be missing until the next refresh.`;
    case 'odd':
      return `${note.count === 1 ? '1 entry' : `${note.count} entries`} in the list of ${name} skipped because of a missing ID (${note.example}).`;
    case 'fewer':
      return `The server no longer lists ${note.count} ${name}. Nothing is deleted here until another refresh confirms it.`;
    case 'unchecked':
      return `The server no longer lists ${note.count} ${name} and does not confirm the deletion. Nothing is deleted here.`;
    case 'broken':
    default:
      return `The list of ${name} was not downloaded completely. Downloaded: ${note.seen}. ${note.error.message}`;
  }
}

/** Returns a notice about the data as an English sentence. */
export function noticeText(notice: DataNotice): string {
  switch (notice.code) {
    case 'cache-damaged':
      return `The local copy of the catalogue was damaged. It is kept as ${notice.aside}. Refresh to download the catalogue again. Your pending changes are not affected.`;
    case 'backup-put-back':
      return `The backup ${notice.backup} was restored.${notice.aside === null ? '' : ` The previous data is kept as ${notice.aside}.`} Cabinet checks each pending change on the server before sending it.`;
    case 'backup-not-put-back':
      return `The backup ${notice.backup} could not be restored. It is missing, damaged, or was made by a newer version of Cabinet. Choose another backup.`;
    case 'work-restored':
      return `The file with your pending changes ${foundAs(notice.aside)}. The backup ${notice.backup} was restored instead. It does not contain later changes. Cabinet checks each pending change on the server before sending it.`;
    case 'work-lost':
      return `The file with your pending changes ${foundAs(notice.aside)}. There was no backup, so the outbox is empty. Enter unsent changes again.`;
    case 'raised-without-backup':
      return `Your data was upgraded for this version of Cabinet, but no backup could be made first. The disk may be failing. The previous file is kept as ${notice.kept}. Export your pending changes to another disk and have this disk checked.`;
    case 'work-copied':
      return 'This data is a copy from another computer or from a system backup. Cabinet checks each pending change on the server before sending it. If the original is still in use, send changes from one of the two only.';
    case 'group-cut':
      return `Cabinet closed while saving changes of ${notice.label.count} ${nameOf(notice.label.kind)}, and the preview is lost. ${notice.count} changes are in the outbox. Remove them with: cabinet undo`;
    case 'group-left':
      return `Cabinet finished saving changes of ${notice.label.count} ${nameOf(notice.label.kind)} after a restart. ${notice.count === 1 ? '1 row was' : `${notice.count} rows were`} skipped: ${leftRows(notice)}`;
    case 'offer-auto-send':
      return 'Cabinet can send changes automatically while it is open. Turn it on with: cabinet settings autoSend online';
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
