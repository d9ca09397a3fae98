import { expecting } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { isNumeric, readNumber, readText } from '#contract/numbers.ts';
import { isSheetError, isShortened } from '#contract/visibleText.ts';
import type { Mark } from '#contract/numbers.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Field } from '#contract/resources/field.ts';
import { NO_LABELS, statusCode } from '#contract/statusLabels.ts';
import type { StatusLabels } from '#contract/statusLabels.ts';
import { limitOf } from '#contract/valueLimits.ts';
import { beginOf } from '../../platform/shortText.ts';

/** One cell: its text and the type that the spreadsheet gave it. */
export interface Cell {
  readonly text: string;
  readonly type:
    | 'text'
    | 'number'
    | 'percent'
    | 'date'
    | 'time'
    | 'flag'
    | 'error'
    | 'formula'
    /** The workbook does not contain the shared string of this number. */
    | 'missing'
    | 'json';
  /** The text shown for a number in a code format: `PL-0417` for 417. */
  readonly shown?: string;
  /** The value of a cell of a JSON sheet. */
  readonly json?: Json;
}

export const EMPTY: Cell = { text: '', type: 'text' };

export function isBlank(cells: readonly Cell[]): boolean {
  return cells.every(({ text }) => text.trim() === '');
}

/** One row with its spreadsheet row number. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  /** Hidden by a filter or by the user. */
  readonly hidden?: true;
}

/** The value of a cell for a field: a value, blank, or a fault. */
export type CellValue =
  | { readonly value: Json }
  | { readonly blank: true }
  | { readonly fault: Expected & { readonly value: string } };

/**
 * Reads a cell as a value of a field.
 *
 * Codes stay text. Numbers may have a decimal comma and grouped thousands. A label of the profile
 * becomes its code.
 */
export function cellValue(
  field: Field,
  cell: Cell,
  mark: Mark,
  labels: StatusLabels = NO_LABELS,
): CellValue {
  const read = plainValue(field, cell, mark);
  if (field.coded !== true || !('value' in read) || typeof read.value !== 'string') return read;
  return { value: statusCode(labels, read.value) };
}

function plainValue(field: Field, cell: Cell, mark: Mark): CellValue {
  if (cell.type === 'error' || (cell.type === 'text' && isSheetError(cell.text)))
    return fault(cell, expecting('cellError'));
  if (cell.type === 'missing') return fault(cell, expecting('missingText'));
  if (cell.type === 'formula') return fault(cell, expecting('formula'));
  if (cell.type === 'time') return fault(cell, expecting('madeTime'));
  if (cell.text.includes('\ufffd')) return fault(cell, expecting('letters'));
  if (cell.json !== undefined && cell.type === 'json') return jsonValue(field, cell);
  if (cell.text.trim() === '') return { blank: true };
  switch (field.type) {
    case 'text':
    case 'longText':
    case 'color':
      return textValue(field, cell, mark);
    case 'file':
      return fileValue(field, cell, mark);
    case 'decimal':
    case 'number':
      return numberValue(field, cell, mark);
    case 'flag':
      return flagValue(cell);
    case 'date':
      return dateValue(cell);
    case 'files':
      return filesValue(cell);
    case 'list':
    case 'object':
    case 'group':
      return parsedValue(field, cell);
    default:
      return fault(cell, expecting('value'));
  }
}

function fault({ text }: Cell, expected: Expected): CellValue {
  return { fault: { value: text, ...expected } };
}

function jsonValue(field: Field, cell: Cell): CellValue {
  const value = cell.json ?? null;
  if (value === null || value === '') return { blank: true };
  const isScalar = typeof value !== 'object';
  if (field.type === 'files' && Array.isArray(value) && value.length > MOST_FILES)
    return fault(cell, FEWER_FILES);
  if (field.type === 'flag' && typeof value === 'string') return flagValue(cell);
  if (field.type === 'files' && typeof value === 'string') return filesValue(cell);
  const isParsed = field.type === 'list' || field.type === 'object';
  if (isParsed && typeof value === 'string') return parsedValue(field, cell);
  if (isNumeric(field) && isScalar)
    return numberValue(field, { text: String(value), type: 'number' }, '.');
  const isText = field.type === 'text' || field.type === 'longText';
  if (isText && typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return fault(cell, expecting('shortened'));
  return { value };
}

/** A spreadsheet keeps no more digits of a number. */
const MOST_DIGITS = 15;

function textValue(field: Field, cell: Cell, mark: Mark): CellValue {
  // The typed text, such as `3-5`, is lost.
  if (cell.type === 'date') return fault(cell, expecting('textDate'));
  if (cell.type === 'percent') return fault(cell, expecting('textPercentage'));
  const isLong = cell.type === 'number' && cell.text.replaceAll(/\D/g, '').length > MOST_DIGITS;
  if (isLong || (field.type !== 'longText' && isShortened(cell.text)))
    return fault(cell, expecting('shortened'));
  const read = readText(field, cell.shown ?? cell.text, mark);
  return 'fault' in read ? fault(cell, read.fault) : { value: read.text };
}

// A staged file has no path yet; an export writes its reference.
function fileValue(field: Field, cell: Cell, mark: Mark): CellValue {
  const copy = fileRef.safeParse(parse(cell.text));
  return copy.success ? { value: copy.data } : textValue(field, cell, mark);
}

function numberValue(field: Field, cell: Cell, mark: Mark): CellValue {
  if (cell.type === 'date') return fault(cell, expecting('madeDate'));
  if (cell.type === 'percent') return fault(cell, expecting('percentage'));
  const read = readNumber(cell.text, cell.type === 'number' ? '.' : mark, field.unit);
  return 'fault' in read ? fault(cell, read.fault) : { value: read.decimal };
}

const TRUE = new Set(['true', '1', 'tak', 'yes', 'prawda', 'da']);
const FALSE = new Set(['false', '0', 'nie', 'no', 'falsz', 'ne']);

function flagValue(cell: Cell): CellValue {
  const word = normalizeForSearch(cell.text.trim());
  if (TRUE.has(word)) return { value: true };
  if (FALSE.has(word)) return { value: false };
  return fault(cell, expecting('flag'));
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00)?)?$/;
const DOTTED_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

function dateValue(cell: Cell): CellValue {
  const text = cell.text.trim();
  const iso = ISO_DAY.exec(text);
  if (iso !== null) return { value: text.slice(0, 10) };
  const [, day = '', month = '', year = ''] = DOTTED_DAY.exec(text) ?? [];
  if (year !== '') return { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
  return fault(cell, expecting('date'));
}

/** Each file is looked up on the disk. */
const MOST_FILES = 1_000;
const FEWER_FILES = expecting('fewerFiles', { count: MOST_FILES });

function filesValue(cell: Cell): CellValue {
  const files = filesOf(cell.text);
  if (files.length > MOST_FILES) return fault(cell, FEWER_FILES);
  return { value: files };
}

/**
 * Splits a cell into files: one per line, or separated by `|`.
 *
 * A JSON list is used when a name contains such a separator.
 */
function filesOf(text: string): readonly Json[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) {
    const list = parse(trimmed);
    if (Array.isArray(list)) return list.map(fileOf);
  }
  return trimmed
    .split(/[\r\n|]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function fileOf(item: Json): Json {
  return typeof item === 'object' ? item : String(item);
}

const MOST_SHOWN = 80;

function parsedValue(field: Field, cell: Cell): CellValue {
  const value = parse(cell.text);
  // A value that is too deep cannot even be compared.
  const limit = value === undefined ? null : limitOf(value);
  if (limit !== null) return { fault: { value: beginOf(cell.text, MOST_SHOWN), ...limit } };
  if (value !== undefined) return { value };
  return fault(cell, expecting(field.type === 'list' ? 'listJson' : 'objectJson'));
}

function parse(text: string): Json | undefined {
  try {
    return json.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
