import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { KeptCell } from '../changesetStore.ts';
import type { SheetRow } from './cell.ts';
import { keptOf } from './keptCell.ts';
import type { OpenSheet } from './openedSheet.ts';

/**
 * Returns the filled cells of a text row beyond the header.
 *
 * An unquoted separator inside a cell moved the cells after it.
 */
export function moreCells({ format, width }: OpenSheet, { cells }: SheetRow): KeptCell[] {
  const more = format === 'csv' ? cells.slice(width) : [];
  return more.some(({ text }) => text.trim() !== '') ? more.map(keptOf) : [];
}

/** Returns the issue of a row with such cells. */
export function tooMany(more: readonly KeptCell[]): Issue {
  return { place: '', value: more.join(' · '), ...expecting('moreCells') };
}
