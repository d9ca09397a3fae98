import { JSONParser, TokenType } from '@streamparser/json';
import { asAppError, AppError, invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import { isObject, json } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Files } from '../../platform/disk.ts';
import { EMPTY } from './cell.ts';
import type { Cell, SheetRow } from './cell.ts';
import type { RowBatch } from './csv.ts';
import { LAST_ROW, tooManyRows } from './lastRow.ts';

const BATCH = 200;
/** A batch ends earlier when its records are large. */
const BATCH_BYTES = 1024 * 1024;
/** Most levels of a record; a catalogue record has two. */
const DEEPEST = 64;
/** A record is held in memory, where it may take fifty times as much; the service has the same limit. */
const MOST_IN_RECORD = 2 * 1024 * 1024;

/**
 * Reads the records of a JSON file one by one.
 *
 * The file is a list of objects, or an object that holds one such list.
 */
export async function* jsonRecords(
  fs: Files,
  file: string,
  size: number,
): AsyncGenerator<{ readonly records: readonly Json[]; readonly part: number }> {
  const isWrapped = await isObjectFile(fs, file);
  const parser = new JSONParser({ paths: [isWrapped ? '$.*.*' : '$.*'], keepStack: false });
  let records: Json[] = [];
  let [bytes, count, begun, depth, given, lists] = [0, 0, 0, 0, 0, 0];
  let taken: number | null = null;
  const tooMuch = (value: string, expected: Expected) =>
    invalid([{ place: `row ${count + 1}`, value, ...expected }]);
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (isWrapped && token === TokenType.LEFT_BRACKET && depth === 2) lists += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > DEEPEST) throw tooMuch('deeper than that', expecting('levels', { count: DEEPEST }));
  };
  parser.onValue = ({ value, parent }) => {
    // What stands beside the list, such as a page number, is no record.
    if (!Array.isArray(parent) && !isObject(value)) return;
    taken ??= lists;
    if (lists !== taken)
      throw invalid([{ place: 'file', value: 'a second list', ...expecting('oneList') }]);
    if (count === LAST_ROW) throw tooManyRows();
    records.push(json.parse(value));
    count += 1;
    begun = bytes;
  };
  try {
    for await (const chunk of fs.createReadStream(file, { highWaterMark: 64 * 1024 })) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes - begun > MOST_IN_RECORD)
        throw tooMuch('larger than that', expecting('recordSize', { count: 2 }));
      parser.write(bytes === piece.length ? withoutBom(piece) : piece);
      if (records.length < BATCH && (records.length === 0 || bytes - given < BATCH_BYTES)) continue;
      const part = Math.min(1, bytes / Math.max(1, size));
      yield* batchesOf(records, part);
      records = [];
      given = bytes;
    }
    if (!parser.isEnded) throw new Error('it ends in the middle');
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    const { message } = asAppError(thrown);
    throw new AppError('invalid', `The file is not valid JSON: ${message}`, {
      issues: [{ place: 'file', value: message, ...expecting('jsonObjects') }],
    });
  }
  yield* batchesOf(records, 1);
}

/** Cuts records into batches: one piece of a file may hold thousands of empty ones. */
function* batchesOf(records: readonly Json[], part: number) {
  for (let at = 0; at < records.length; at += BATCH)
    yield { records: records.slice(at, at + BATCH), part };
}

function withoutBom(piece: Buffer): Buffer {
  const isMarked = piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf;
  return isMarked ? piece.subarray(3) : piece;
}

async function isObjectFile(fs: Files, file: string): Promise<boolean> {
  const handle = await fs.promises.open(file, 'r');
  try {
    const buffer = Buffer.alloc(64);
    const { bytesRead } = await handle.read(buffer, 0, 64, 0);
    return /^\ufeff?\s*\{/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Returns the values of a record by name; known nested parts get dotted names. */
export function flatten(
  record: JsonObject,
  hasParts: (name: string) => boolean,
): ReadonlyMap<string, Json> {
  const flat = new Map<string, Json>();
  for (const [name, value] of Object.entries(record)) {
    if (isObject(value) && hasParts(name))
      for (const [part, each] of Object.entries(value)) flat.set(`${name}.${part}`, each);
    else flat.set(name, value);
  }
  return flat;
}

/** Reads rows of a JSON file in column order; the first record is row 1. */
export async function* jsonRows(
  fs: Files,
  file: string,
  size: number,
  columns: readonly string[],
  hasParts: (name: string) => boolean,
): AsyncGenerator<RowBatch> {
  let row = 0;
  for await (const { records, part } of jsonRecords(fs, file, size)) {
    const rows = records.map((record): SheetRow => {
      row += 1;
      if (!isObject(record))
        return { row, cells: [{ text: JSON.stringify(record), type: 'error' }] };
      const flat = flatten(record, hasParts);
      if (flat.size === 0) return { row, cells: [] };
      return { row, cells: columns.map((name) => cellOf(flat.get(name))) };
    });
    yield { rows, part };
  }
}

function cellOf(value: Json | undefined): Cell {
  if (value === undefined || value === null) return EMPTY;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { text, type: 'json', json: value };
}
