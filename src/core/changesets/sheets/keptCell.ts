import { z } from '#contract/zod.ts';
import type { KeptCell } from '../changesetStore.ts';
import type { Cell } from './cell.ts';

/** Stands before a cell of which its text does not tell all. */
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

/** A cell as a plan keeps it, until a file of rejects is written: `cellOfKept` gives it back with its type. */
export function keptOf({ text, type, json, shown }: Cell): KeptCell {
  if (shown !== undefined) return TYPED + JSON.stringify({ text, type, shown });
  // A number with more digits than a spreadsheet keeps stays text, so that none is lost.
  const number = type === 'number' ? Number(text) : Number.NaN;
  if (Number.isFinite(number) && String(number) === text) return number;
  const isText =
    type === 'text' || type === 'number' || (type === 'json' && typeof json === 'string');
  if (isText && !text.startsWith(TYPED)) return text;
  return TYPED + JSON.stringify({ text, type: isText ? 'text' : type });
}

/** The cell that a plan kept. */
export function cellOfKept(kept: KeptCell): Cell {
  if (typeof kept === 'number') return { text: String(kept), type: 'number' };
  if (!kept.startsWith(TYPED)) return { text: kept, type: 'text' };
  const { shown, ...cell } = typedCell.parse(JSON.parse(kept.slice(TYPED.length)));
  return shown === undefined ? cell : { ...cell, shown };
}
