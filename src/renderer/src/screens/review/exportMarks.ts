import { toCsv } from '#contract/csv.ts';
import type { ReviewSession } from '#contract/review.ts';
import { language } from '../../i18n/locale.ts';
import { call } from '../../state/core.ts';

/** Hands the marks of a review over as a sheet, separated as spreadsheets of the language expect it. */
export async function exportMarks({ session, name }: ReviewSession): Promise<string> {
  const table = await call('review.table', { session });
  const text = toCsv(table, language() === 'pl' ? ';' : ',');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const file = `${name.replaceAll(/[\\/:*?"<>|]/g, '-').trim() || 'review'}.csv`;
  const link = document.createElement('a');
  link.href = address;
  link.download = file;
  link.click();
  URL.revokeObjectURL(address);
  return file;
}
