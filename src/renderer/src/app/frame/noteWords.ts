import type { TFunction } from 'i18next';
import type { DataNotice, PullNote } from '#contract/notes.ts';
import { countedText, manyText } from '../../i18n/i18n.ts';
import { formatCount } from '../../i18n/format.ts';
import { expectedText } from '../../ui/errors/expectedText.ts';
import { labelAt } from '../../fields/model/fields.ts';
import { groupText } from '../../fields/model/groupText.ts';
import { whyText } from '../../ui/ErrorNotice.tsx';

/** Returns a note of a pull in the user's language. */
export function pullNoteText(t: TFunction, note: PullNote): string {
  const kind = manyText(note.kind);
  switch (note.code) {
    case 'same-page':
    case 'endless':
    case 'broken':
      return t(`frame.notes.pull.${note.code}`, { kind, seen: formatCount(note.seen) });
    case 'short': {
      const [seen, total] = [formatCount(note.seen), formatCount(note.total)];
      return t('frame.notes.pull.short', { kind, seen, total });
    }
    case 'unordered':
      return t('frame.notes.pull.unordered', { kind });
    case 'odd':
      return t('frame.notes.pull.odd', { kind, count: note.count, example: note.example });
    case 'fewer':
    case 'unchecked':
    default: {
      const records = countedText(note.kind, note.count);
      return t(`frame.notes.pull.${note.code}`, { records });
    }
  }
}

/** Returns a notice about the data in the user's language. */
export function noticeText(t: TFunction, notice: DataNotice): string {
  switch (notice.code) {
    case 'group-cut': {
      const { label, count } = notice;
      return t('frame.notes.data.group-cut', { subject: groupText(t, label), count });
    }
    case 'group-left': {
      const { label, count } = notice;
      const rows = leftRows(t, notice);
      return t('frame.notes.data.group-left', { subject: groupText(t, label), count, rows });
    }
    case 'cache-damaged':
      return t('frame.notes.data.cache-damaged', { aside: notice.aside });
    case 'backup-put-back': {
      const { backup, aside } = notice;
      const before = aside === null ? '' : ` ${t('frame.notes.data.before', { aside })}`;
      return `${t('frame.notes.data.backup-put-back', { backup })}${before}`;
    }
    case 'backup-not-put-back':
      return t('frame.notes.data.backup-not-put-back', { backup: notice.backup });
    case 'work-restored':
      return `${found(t, notice.aside)} ${t('frame.notes.data.work-restored', { backup: notice.backup })}`;
    case 'work-lost':
      return `${found(t, notice.aside)} ${t('frame.notes.data.work-lost')}`;
    case 'raised-without-backup':
      return t('frame.notes.data.raised-without-backup', { kept: notice.kept });
    case 'work-copied':
      return t('frame.notes.data.work-copied');
    case 'offer-auto-send':
      return t('frame.strip.offerAutoSend');
    case 'earlier':
    default:
      return notice.text;
  }
}

/** Rows that a notice names in its sentence; the others are in a list. */
const FIRST = 3;

/**
 * Returns the rows that the sentence of a notice leaves out.
 *
 * Most notices have none.
 */
export function otherRows(t: TFunction, notice: DataNotice): readonly string[] {
  if (notice.code !== 'group-left') return [];
  const others = rowTexts(t, notice).slice(FIRST);
  return notice.count > notice.rows.length && others.length > 0 ? [...others, '…'] : others;
}

type GroupLeft = Extract<DataNotice, { readonly code: 'group-left' }>;

function leftRows(t: TFunction, notice: GroupLeft): string {
  const rows = rowTexts(t, notice).slice(0, FIRST);
  const text = rows.join('; ');
  return notice.count > rows.length ? t('frame.notes.data.group-left-more', { rows: text }) : text;
}

function rowTexts(t: TFunction, { label: { kind }, rows }: GroupLeft): readonly string[] {
  return rows.map(({ name, issues }) => {
    const [first] = issues;
    if (first === undefined) return name;
    const { place, value, why } = first;
    if (why !== undefined) return `${name} (${whyText(t, why)})`;
    const what = t('sheets.import.expected', { subject: expectedText(t, first) });
    const stands = [labelAt(kind, place), value].filter((part) => part !== '').join(' ');
    return `${name} (${[stands, what].filter((part) => part !== '').join(', ')})`;
  });
}

function found(t: TFunction, aside: string | null): string {
  return aside === null ? t('frame.notes.data.missing') : t('frame.notes.data.damaged', { aside });
}
