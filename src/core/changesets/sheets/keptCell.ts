import { z } from '#contract/zod.ts';
import type { KeptCell } from '../changesetStore.ts';
import type { Cell } from './cell.ts';

/** Prefix of a stored cell that is more than its text. */
const TYPED = '\u0000';
const typedCell = z.object({
  text: z.string(),
  type: z.enum([
    'text',
    'percent',
    'date',
    'time',
    'flag',
    'error',
    'formula',
    'missing',
    'number',
    'json',
  ]),
  shown: z.string().optional(),
});

/**
 * Returns a cell in the form that a changeset stores.
 *
 * `cellOfKept` restores it with its type for the file of rejected rows.
 */
export function keptOf({ text, type, json, shown }: Cell): KeptCell {
  if (shown !== undefined) return TYPED + JSON.stringify({ text, type, shown });
  // A number with more digits than a spreadsheet keeps stays text, so that no digit is lost.
  const number = type === 'number' ? Number(text) : Number.NaN;
  if (Number.isFinite(number) && String(number) === text) return number;
  const isText =
    type === 'text' || type === 'number' || (type === 'json' && typeof json === 'string');
  if (isText && !text.startsWith(TYPED)) return text;
  return TYPED + JSON.stringify({ text, type: isText ? 'text' : type });
}

/** Returns the cell that a changeset stored. */
export function cellOfKept(kept: KeptCell): Cell {
  if (typeof kept === 'number') return { text: String(kept), type: 'number' };
  if (!kept.startsWith(TYPED)) return { text: kept, type: 'text' };
  const { shown, ...cell } = typedCell.parse(JSON.parse(kept.slice(TYPED.length)));
  return shown === undefined ? cell : { ...cell, shown };
}
