import { AppError, invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import { z } from '#contract/zod.ts';
import type { Db } from '../../store/database.ts';
import { EMPTY } from './cell.ts';
import type { Cell, SheetRow } from './cell.ts';
import type { RowBatch } from './csv.ts';
import { unguard } from './guard.ts';
import { plainExponent } from '#contract/numbers.ts';
import { LAST_ROW } from './lastRow.ts';
import { readXml } from './xml.ts';
import { noWorkbook } from './zip.ts';
import { isYes, RowHiding } from './hiddenRows.ts';
import { PLAIN, shownCode, shownText } from './numberFormat.ts';
import type { NumberForm } from './numberFormat.ts';
import type { Workbook, Worksheet } from './workbook.ts';
import { readString } from './xlsxWriter.ts';

/** More columns than a catalogue needs; a wider row is no list. */
const MOST_COLUMNS = 1_000;
const LONGEST = 1_000_000;
/** Most characters of rows held at once; a file can name one long string in every cell. */
const MOST_LETTERS = 16_000_000;
/** Most characters of a worksheet; a small file can name one long string in each of its rows. */
const MOST_SHEET_LETTERS = 256_000_000;
const maybeText = z.string().optional();

/**
 * Reads a worksheet row by row.
 *
 * The shared strings must be loaded into the table first.
 */
export async function* xlsxRows(
  workbook: Workbook,
  worksheet: string | null,
  strings: Db,
): AsyncGenerator<RowBatch> {
  const sheet =
    workbook.worksheets.find(({ name }) => name === worksheet) ?? firstShown(workbook.worksheets);
  const part = sheet === undefined ? null : await workbook.zip.open(sheet.part);
  if (part === null)
    throw new AppError('invalid', `The worksheet ${worksheet ?? ''} does not exist.`);
  const rows = new RowReader(workbook, strings);
  for await (const bytes of readXml(part.stream, rows)) {
    const ready = rows.take();
    if (ready.length > 0) yield { rows: ready, part: Math.min(1, bytes / part.size) };
  }
}

/** Returns the first visible worksheet, or the first of all when all are hidden. */
export function firstShown<W extends Pick<Worksheet, 'hidden'>>(
  worksheets: readonly W[],
): W | undefined {
  return worksheets.find(({ hidden }) => !hidden) ?? worksheets[0];
}

interface Started {
  readonly column: number;
  readonly type: string;
  readonly form: NumberForm;
}

/** Builds rows from the XML events of a worksheet. */
class RowReader {
  readonly #workbook;
  readonly #string;
  #ready: SheetRow[] = [];
  /** Characters of the finished rows, of the current row, and of all cells so far. */
  #letters = { ready: 0, row: 0, all: 0 };
  #row = 0;
  #hidden = false;
  readonly #hiding = new RowHiding();
  #inData = false;
  #inRow = false;
  #isNumbered = false;
  #cells: Cell[] = [];
  #cell: Started | null = null;
  #text = '';
  #reading = false;
  #phonetic = false;
  /** The formula of the current cell; null when it has none. */
  #formula: string | null = null;
  #inFormula = false;

  constructor(workbook: Workbook, strings: Db) {
    this.#workbook = workbook;
    this.#string = strings.prepare('SELECT text FROM string WHERE number = ?').pluck();
  }

  /** Returns the rows finished so far. */
  take(): SheetRow[] {
    const ready = this.#ready;
    this.#ready = [];
    this.#letters.ready = 0;
    return ready;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    this.#hiding.hear(name, attributes);
    if (name === 'sheetData') this.#inData = true;
    if (!this.#inData) return;
    if (name === 'row') {
      if (this.#inRow) throw noWorkbook(`row ${this.#row} holds another row`);
      this.#inRow = true;
      this.#isNumbered = attributes['r'] !== undefined;
      this.#row = rowNumber(attributes['r'], this.#row);
      this.#hidden = this.#hiding.isHidden(attributes);
      this.#cells = [];
    } else if (name === 'c') {
      this.#cell = this.#start(attributes);
      this.#text = '';
      this.#formula = null;
    } else if (name === 'f') {
      this.#formula = '=';
      this.#inFormula = true;
    } else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'v' || name === 't') this.#reading = !this.#phonetic;
  };

  readonly text = (text: string): void => {
    if (this.#inFormula && (this.#formula?.length ?? 0) < LONGEST) this.#formula += text;
    if (this.#reading && this.#text.length < LONGEST) this.#text += text;
  };

  readonly close = (name: string): void => {
    if (name === 'sheetData') this.#inData = false;
    if (!this.#inData) return;
    if (name === 'v' || name === 't') this.#reading = false;
    else if (name === 'f') this.#inFormula = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#end();
    else if (name === 'row') {
      this.#inRow = false;
      this.#ready.push(this.#whole());
      this.#letters.ready += this.#letters.row;
      this.#letters.row = 0;
    }
  };

  #whole(): SheetRow {
    const row = { row: this.#row, cells: this.#cells };
    return this.#hidden ? { ...row, hidden: true } : row;
  }

  /** Returns the cell of a shared string; an empty number gives an empty cell. */
  #shared(number: string, form: NumberForm): Cell {
    if (number.trim() === '') return EMPTY;
    if (this.#workbook.strings === null)
      throw noWorkbook('its cells share texts, and the part with those texts is missing');
    const text = maybeText.parse(this.#string.get(Number(number)));
    return text === undefined ? { text: number, type: 'missing' } : textCell(text, form);
  }

  #start(attributes: Readonly<Record<string, string>>): Started {
    const place = attributes['r'];
    const column = place === undefined ? this.#cells.length : this.#columnOf(place);
    const form = this.#workbook.forms[Number(attributes['s'] ?? -1)] ?? PLAIN;
    return { column, type: attributes['t'] ?? 'n', form };
  }

  /**
   * Returns the column of a place such as `B7`.
   *
   * Throws for an unreadable place and for one in another row: its value would replace another cell.
   * Some programs number only the cells, and leave blank rows out.
   */
  #columnOf(place: string): number {
    const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(place) ?? [];
    if (letters === undefined || (this.#isNumbered && Number(digits) !== this.#row))
      throw noWorkbook(
        `row ${this.#row} holds a cell at the place ${JSON.stringify(place.slice(0, 20))}`,
      );
    let column = 0;
    for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
    return column - 1;
  }

  #end(): void {
    const started = this.#cell;
    this.#cell = null;
    if (started === null || started.column >= MOST_COLUMNS) return;
    while (this.#cells.length < started.column) this.#cells.push(EMPTY);
    const cell = this.#read(started);
    this.#cells[started.column] = cell;
    this.#count(cell.text.length);
  }

  #count(letters: number): void {
    const counted = this.#letters;
    counted.row += letters;
    counted.all += letters;
    if (counted.all > MOST_SHEET_LETTERS)
      throw this.#tooLong(expecting('sheetLetters', { count: MOST_SHEET_LETTERS }));
    if (counted.ready + counted.row > MOST_LETTERS)
      throw this.#tooLong(expecting('rowLetters', { count: MOST_LETTERS }));
  }

  #tooLong(expected: Expected): AppError {
    return invalid([{ place: `row ${this.#row}`, value: 'more text than that', ...expected }]);
  }

  #read({ type, form }: Started): Cell {
    const text = this.#text;
    if (type === 's') return this.#shared(text, form);
    if (type === 'str' || type === 'inlineStr') return textCell(text, form);
    if (text.trim() === '' && type !== 'e') return this.#withoutResult();
    switch (type) {
      case 'b':
        return { text: isYes(text.trim()) ? 'true' : 'false', type: 'flag' };
      case 'e':
        return { text, type: 'error' };
      case 'd':
        return { text: text.slice(0, 10), type: 'date' };
      default:
        return numberCell(text, form, this.#workbook.from1904);
    }
  }

  /**
   * Returns the cell of a formula without a stored value.
   *
   * A program wrote it and no spreadsheet evaluated it, so it is not empty.
   */
  #withoutResult(): Cell {
    return this.#formula === null ? EMPTY : { text: this.#formula, type: 'formula' };
  }
}

/**
 * Returns the given row number, or the next one.
 *
 * Throws when it is not after the previous row.
 */
function rowNumber(given: string | undefined, before: number): number {
  const row = given === undefined ? before + 1 : Number(given);
  if (/^\d+$/.test(given ?? '1') && row > before && row <= LAST_ROW) return row;
  const expected = expecting('rowNumber', { from: before + 1, to: LAST_ROW });
  throw invalid([{ place: `row after ${before}`, value: JSON.stringify(given), ...expected }]);
}

function textCell(raw: string, form: NumberForm): Cell {
  return { text: unguard(shownText(form, readString(raw))), type: 'text' };
}

const DAY = 86_400_000;

function numberCell(raw: string, form: NumberForm, from1904: boolean): Cell {
  const text = shownNumber(raw);
  if (form.is === 'percent') return { text: `${text} (%)`, type: 'percent' };
  const shown = shownCode(form, raw);
  if (shown !== null) return { text, type: 'number', shown };
  if (form.is === 'plain' || form.is === 'code') return { text, type: 'number' };
  if (form.is === 'time') return { text: clockText(Number(raw)), type: 'time' };
  const days = Math.floor(Number(raw)) + (from1904 ? 1462 : 0);
  // A sheet counts a nonexistent 29 February 1900, so day 60 and later are one day further.
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY);
  return Number.isNaN(date.getTime())
    ? { text, type: 'number' }
    : { text: date.toISOString().slice(0, 10), type: 'date' };
}

/**
 * Returns a part of a day as a clock time.
 *
 * As a number, a file of rejected rows would be accepted.
 */
function clockText(days: number): string {
  const minutes = Math.round(days * 1440);
  return `${Math.trunc(minutes / 60)}:${String(Math.abs(minutes % 60)).padStart(2, '0')}`;
}

/**
 * Returns a number with the fifteen digits that a spreadsheet shows.
 *
 * 0.30000000000000004 becomes 0.3.
 */
function shownNumber(raw: string): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (/^-?\d{1,15}$/.test(raw)) return raw;
  const short = String(Number(value.toPrecision(15)));
  return /e/i.test(short) ? plainExponent(short) : short;
}
