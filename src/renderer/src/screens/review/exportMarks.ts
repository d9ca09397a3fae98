import type { ReviewSession } from '#contract/review.ts';
import { language } from '../../i18n/locale.ts';
import { firstChoice, formatOf } from '../../changesets/export/exportChoice.ts';
import { save } from '../../changesets/save.ts';
import { call } from '../../state/core.ts';
import { fileNameOf } from '../../ui/fileName.ts';

/** The formats of an export. */
export const MARK_FORMATS = ['xlsx', 'csv'] as const;
export type MarkFormat = (typeof MARK_FORMATS)[number];

/**
 * Exports the marks of a review, formatted for spreadsheets of the current language.
 *
 * Returns the file name; null if the user cancelled.
 */
export async function exportMarks(
  { session, name }: ReviewSession,
  format: MarkFormat,
): Promise<string | null> {
  const as = formatOf({ ...firstChoice(language(), 0), format });
  const written = await save(fileNameOf(name, 'review', format), (to) =>
    call('review.export', { session, as, to }),
  );
  return written?.file ?? null;
}
