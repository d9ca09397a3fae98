import type { Field } from '#contract/resources/field.ts';
import type { Cell } from './cell.ts';
import { guardTyped } from './guard.ts';
import { SHEET_DAY } from './xlsxWriter.ts';
import type { OutCell } from './xlsxWriter.ts';

/**
 * Replaces a cell that cannot be written as it was.
 *
 * As text, the next import would accept it although it was not corrected.
 */
export const UNSAYABLE: OutCell = { is: 'error', text: '#N/A' };

const PERCENT = /^(-?\d+(?:\.\d+)?) \(%\)$/;
const CLOCK = /^(-?)(\d+):(\d{2})$/;
const ERROR = /^#[A-Z0-9/_]+[!?]?$/;

/**
 * Returns the workbook form of a rejected cell.
 *
 * `type` is the type of its column's field, or undefined without a field.
 */
export function rejectCell(type: Field['type'] | undefined, cell: Cell): OutCell {
  const { text } = cell;
  if (cell.type === 'error') return ERROR.test(text) ? { is: 'error', text } : UNSAYABLE;
  if (text === '') return { is: 'empty' };
  // Text stays text and a number stays a number. Otherwise an uncorrected cell could pass the next
  // import.
  const isNumber = cell.type === 'number' && (type === 'decimal' || type === 'number');
  if (isNumber) return { is: 'number', text };
  const asText: OutCell = { is: 'text', text: guardTyped(cell.shown ?? text) };
  if (cell.type === 'text' || cell.type === 'number') return asText;
  // A formula would be evaluated here, from other cells than before. In a column without a field it
  // may stay as text.
  return typedCell(cell) ?? (type === undefined ? asText : UNSAYABLE);
}

function typedCell({ text, type }: Cell): OutCell | null {
  if (type === 'flag') return { is: 'flag', value: text === 'true' };
  if (type === 'date') return SHEET_DAY.test(text) ? { is: 'date', day: text } : null;
  if (type === 'percent') {
    const part = PERCENT.exec(text)?.[1];
    return part === undefined ? null : { is: 'percent', text: part };
  }
  const [, sign = '', hours = '', minutes = ''] = (type === 'time' && CLOCK.exec(text)) || [];
  if (hours === '') return null;
  const all = Number(hours) * 60 + Number(minutes);
  return { is: 'time', minutes: sign === '' ? all : -all };
}
