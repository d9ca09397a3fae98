import { parse } from 'csv-parse';
import type { Options, Parser } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { Readable } from 'node:stream';
import { asAppError, AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Encoding } from '#contract/changesets/sheet.ts';
import { z } from '#contract/zod.ts';
import type { SheetRow } from './cell.ts';
import type { Files } from '../../platform/disk.ts';
import { decoded } from './encoding.ts';
import { unguard } from './guard.ts';
import { LAST_ROW, tooManyColumns, tooManyRows } from './lastRow.ts';

/** The encoding and separator of a CSV file. */
export interface CsvDialect {
  readonly encoding: Encoding;
  readonly separator: string;
}

/** Rows in file order, and the part of the file read so far (0 to 1). */
export interface RowBatch {
  readonly rows: readonly SheetRow[];
  readonly part: number;
}

const texts = z.array(z.string());
const cellRows = z.array(texts);
const BATCH = 200;
/** A batch ends earlier when its cells are long. */
const BATCH_LETTERS = 2_000_000;
/** Letters for which a cell counts beside its text, because empty ones take memory, too. */
const CELL_LETTERS = 20;
/** Cells of a row, as many as in a spreadsheet. */
const MOST_CELLS = 16_384;
/** A longer cell means an unclosed quote. */
const LONGEST = 1_000_000;

function optionsOf(separator: string): Options {
  return {
    delimiter: separator,
    // All line ends are given. A line end detected from the first row alone would join rows with
    // other line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: LONGEST,
    bom: true,
  };
}

/** Reads a CSV file row by row; Excel's `sep=;` line is skipped. */
export async function* csvRows(
  fs: Files,
  file: string,
  size: number,
  { encoding, separator }: CsvDialect,
): AsyncGenerator<RowBatch> {
  let bytes = 0;
  async function* pieces() {
    for await (const piece of decoded(fs, file, encoding)) {
      const isFirst = bytes === 0;
      bytes = piece.bytes;
      yield isFirst ? withoutMark(piece.text) : piece.text;
    }
  }
  // There is no read-ahead, so the bytes read match the rows returned.
  const source = Readable.from(pieces(), { highWaterMark: 1 });
  const parser = source.pipe(parse(optionsOf(separator)));
  allowWidths(parser);
  source.once('error', (error) => parser.destroy(error));
  let [row, letters] = [0, 0];
  let rows: SheetRow[] = [];
  try {
    for await (const record of parser) {
      if (row === LAST_ROW) throw tooManyRows();
      row += 1;
      if (Array.isArray(record) && record.length > MOST_CELLS)
        throw tooManyColumns(row, record.length, MOST_CELLS);
      const cells = texts.parse(record).map(cellOf);
      rows.push({ row, cells });
      letters += cells.reduce((sum, { text }) => sum + text.length + CELL_LETTERS, 0);
      if (rows.length < BATCH && letters < BATCH_LETTERS) continue;
      yield { rows, part: Math.min(1, bytes / Math.max(1, size)) };
      [rows, letters] = [[], 0];
    }
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : unreadable(thrown, row + 1);
  } finally {
    source.destroy();
  }
  if (rows.length > 0) yield { rows, part: 1 };
}

/**
 * Keeps the parser from comparing the widths of rows.
 *
 * It makes an error with a stack for each row of another width, also where other widths are allowed,
 * so that a million blank lines would take minutes.
 */
function allowWidths(parser: Parser): void {
  const state = parserState.parse(Reflect.get(parser, 'state'));
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set: () => {},
  });
}

/** The state of the parser itself, which changes while it reads. */
const parserState = z.custom<{ readonly record: readonly unknown[] }>(
  (state) => z.object({ record: z.array(z.unknown()) }).safeParse(state).success,
);

function cellOf(text: string) {
  return { text: unguard(text), type: 'text' as const };
}

function unreadable(thrown: unknown, row: number): AppError {
  const { message } = asAppError(thrown);
  return new AppError('invalid', `Row ${row} cannot be read: ${message}`, {
    issues: [{ place: `row ${row}`, value: message, ...expecting('cells') }],
  });
}

const MARK = /^\ufeff?sep=(.)\r?\n/;

function withoutMark(text: string): string {
  return text.replace(MARK, '');
}

const SEPARATORS = [';', '\t', ',', '|'];
const PROBED_ROWS = 20;

/** Detects the separator: the one that gives most rows the same cell count. */
export function detectSeparator(head: string): string {
  const [, marked] = MARK.exec(head) ?? [];
  if (marked !== undefined) return marked;
  const scored = SEPARATORS.map((separator) => ({ separator, score: scoreOf(head, separator) }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.separator : ';';
}

function scoreOf(head: string, separator: string): number {
  const rows = headRows(head, separator, PROBED_ROWS).filter((row) =>
    row.some((each) => each !== ''),
  );
  const width = rows[0]?.length ?? 1;
  if (width < 2) return 0;
  const alike = rows.filter((row) => row.length === width).length;
  return (alike / rows.length) * (1 + Math.min(width, 50) / 100);
}

/** Returns the first rows of a text; returns none when it cannot be parsed. */
export function headRows(head: string, separator: string, most: number): string[][] {
  try {
    const options = { ...optionsOf(separator), to: most };
    return cellRows.parse(parseAll(withoutMark(head), options));
  } catch {
    return [];
  }
}

/**
 * Parses the block that a spreadsheet copied; removes the guards of our CSV files.
 *
 * Throws `invalid` for more lines than a worksheet has rows.
 */
export function clipboardRows(text: string): string[][] {
  if (Math.max(countOf(text, '\n'), countOf(text, '\r')) >= LAST_ROW) throw tooManyRows();
  const { stackTraceLimit } = Error;
  try {
    // The parser makes an error for each row of another width; its stack takes most of the time.
    Error.stackTraceLimit = 0;
    return cellRows.parse(parseAll(text, optionsOf('\t'))).map((row) => row.map(unguard));
  } catch (thrown) {
    throw unreadable(thrown, 1);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** Returns the cell count of the longest row of a block. */
export function widthOf(block: readonly (readonly string[])[]): number {
  return block.reduce((most, row) => Math.max(most, row.length), 0);
}
