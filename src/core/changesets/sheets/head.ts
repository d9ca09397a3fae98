import { isNumeric } from '#contract/numbers.ts';
import { invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { isObject } from '#contract/json.ts';
import type { Encoding, SheetColumn } from '#contract/changesets/sheet.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { fieldAt } from '../../record/fieldPaths.ts';
import { shortText } from '../../platform/shortText.ts';
import type { Db } from '../../store/database.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { SheetRow } from './cell.ts';
import { matchColumns, signatureOf } from './columns.ts';
import { tooManyColumns } from './lastRow.ts';
import { findHead } from './findHead.ts';
import { countRows, mayHideRows } from './hiddenRows.ts';
import { openWorkbook } from './workbook.ts';
import { flatten, jsonRecords, jsonRows } from './jsonSheet.ts';
import { LayoutStore } from '../../store/layoutStore.ts';
import { MarkFinder } from './numbers.ts';
import type { Mark } from '#contract/numbers.ts';
import { partsOf, sheetRows } from './sheetRows.ts';
import type { OpenSheet } from './openedSheet.ts';

const HEAD_ROWS = 200;
const SAMPLES = 5;

/** Reads the header row and the first rows, and matches columns to fields. */
export async function readHead(ws: Workspace, strings: Db, given: OpenSheet): Promise<OpenSheet> {
  const layouts = new LayoutStore(ws.work);
  const isKnown = (names: readonly string[]) =>
    layouts.get(given.kind, signatureOf(names)) !== null;
  const { names, width, rows, headerRow } = await headOf(given, strings, isKnown);
  const dialect = { ...given.dialect, headerRow };
  const sheet = { ...given, dialect, hiddenRows: await hiddenBelow(given, headerRow) };
  const resource = resourceOf(sheet.kind);
  const known = layouts.get(sheet.kind, signatureOf(names));
  const fields = known?.fields ?? matchColumns(resource, names);
  const by = known === null ? 'name' : 'layout';
  const columns = names.map((name, index): SheetColumn => {
    const field = fields[index] ?? null;
    const texts = rows.map(({ cells }) => cells[index]?.text ?? '').filter((text) => text !== '');
    return { index, name, field, by: field === null ? null : by, samples: texts.slice(0, SAMPLES) };
  });
  const lastMark = known?.decimal ?? null;
  return withMark(strings, { ...sheet, columns, width, head: rows, lastMark });
}

/**
 * Determines the decimal mark of a sheet.
 *
 * The order is: the user's choice, an unambiguous number in a numeric column, the last sheet of
 * this layout, then the file's and the user's habits. `ambiguous` is set when it remains a guess.
 */
export async function withMark(strings: Db, sheet: OpenSheet): Promise<OpenSheet> {
  const { chosenMark, lastMark, format } = sheet;
  const give = (
    decimal: Mark,
    toldMark: Mark | null,
    ambiguous: string | null = null,
  ): OpenSheet => ({
    ...sheet,
    dialect: { ...sheet.dialect, decimal },
    toldMark,
    ambiguous,
  });
  if (chosenMark !== null) return give(chosenMark, chosenMark);
  // Numbers of JSON do not show how a spreadsheet of this layout writes them.
  if (format === 'json') return give('.', lastMark);
  const { found, either } = await numbersOf(strings, sheet);
  const told = found ?? lastMark;
  return told === null ? give(usualMark(sheet), null, either) : give(told, told);
}

async function numbersOf(strings: Db, sheet: OpenSheet): Promise<MarkFinder> {
  const finder = new MarkFinder();
  const numeric = numericColumns(sheet);
  const look = (rows: readonly SheetRow[]) => lookAt(finder, numeric, rows);
  look(sheet.head);
  // Whole numbers decide nothing; a number with a mark may follow anywhere below.
  if (finder.found !== null || numeric.length === 0) return finder;
  for await (const { rows } of sheetRows(sheet, strings)) {
    look(rows);
    if (finder.found !== null) break;
  }
  return finder;
}

function numericColumns({ kind, columns }: OpenSheet): readonly SheetColumn[] {
  const resource = resourceOf(kind);
  return columns.filter(({ field }) => {
    const spec = field === null ? null : fieldAt(resource, field);
    return spec !== null && isNumeric(spec);
  });
}

function lookAt(
  finder: MarkFinder,
  numeric: readonly SheetColumn[],
  rows: readonly SheetRow[],
): void {
  for (const { cells } of rows)
    for (const { index } of numeric) {
      const cell = cells[index];
      if (cell?.type === 'text') finder.add(cell.text);
    }
}

const CENTRAL: ReadonlySet<Encoding> = new Set<Encoding>([
  'windows-1250',
  'iso-8859-2',
  'cp852',
  'mac-ce',
]);

// Semicolons and Central European encodings imply a decimal comma.
function usualMark({ dialect, format, habit }: OpenSheet): Mark {
  if (format === 'xlsx') return habit;
  const { separator, encoding } = dialect;
  if (separator === ';' || CENTRAL.has(encoding)) return ',';
  return separator === ',' ? '.' : habit;
}

interface Head {
  readonly names: readonly string[];
  readonly width: number;
  readonly rows: readonly SheetRow[];
  readonly headerRow: number;
}

async function headOf(
  sheet: OpenSheet,
  strings: Db,
  isKnown: (names: readonly string[]) => boolean,
): Promise<Head> {
  if (sheet.format === 'json') return { ...(await jsonHead(sheet)), headerRow: 1 };
  const least = sheet.chosenHead ? sheet.dialect.headerRow : 0;
  const all: SheetRow[] = [];
  // The header row may be hidden, like the rows above a filter.
  const looked = { ...sheet, dialect: { ...sheet.dialect, headerRow: MOST_HEAD } };
  reading: for await (const batch of sheetRows(looked, strings))
    for (const each of batch.rows) {
      all.push(shortened(each));
      if (all.length >= MOST_ABOVE + HEAD_ROWS && each.row > least + HEAD_ROWS) break reading;
    }
  const found = sheet.chosenHead ? least : findHead(sheet.kind, all, isKnown);
  const headerRow = Math.min(found, MOST_HEAD);
  const head = all.find(({ row }) => row === headerRow);
  if (head === undefined) throw noHead(headerRow);
  const names = head.cells.map(({ text }) => text.trim());
  const isBelow = ({ row, hidden }: SheetRow) =>
    row > headerRow && (hidden !== true || sheet.dialect.hiddenRows === 'take');
  const rows = all.filter(isBelow).slice(0, HEAD_ROWS);
  const width = names.length;
  while (names.at(-1) === '') names.pop();
  if (names.length > MOST_NAMES) throw tooManyColumns(headerRow, names.length, MOST_NAMES);
  return { names, width, rows, headerRow };
}

/** Names and samples are shorter; hundreds of rows with longer texts would fill the memory. */
const LONGEST_SEEN = 1_000;

function shortened(row: SheetRow): SheetRow {
  if (row.cells.every(({ text }) => text.length <= LONGEST_SEEN)) return row;
  const cells = row.cells.map((cell) => ({ ...cell, text: shortText(cell.text, LONGEST_SEEN) }));
  return { ...row, cells };
}

/** Most rows above a header row: titles, dates, blank rows. */
const MOST_ABOVE = 40;
const MOST_HEAD = 1_000;

function noHead(row: number): AppError {
  const expected = expecting('header');
  return invalid([{ place: 'headerRow', value: String(row), ...expected }]);
}

/** Returns the number of hidden filled rows below the header row. */
async function hiddenBelow(
  { format, disk, file, dialect }: OpenSheet,
  headerRow: number,
): Promise<number> {
  if (format !== 'xlsx') return 0;
  const { zip, worksheets } = await openWorkbook(disk, file);
  try {
    const part = worksheets.find(({ name }) => name === dialect.worksheet)?.part;
    if (part === undefined || !(await mayHideRows(zip, part))) return 0;
    return (await countRows(zip, part, headerRow)).hidden;
  } finally {
    zip.close();
  }
}

/** More than a catalogue needs; a file with more names is no list of one kind. */
const MOST_NAMES = 1_000;

/** Returns the names of all records, in the order of their first appearance. */
async function jsonNames(sheet: OpenSheet): Promise<readonly string[]> {
  const names = new Set<string>();
  const hasParts = partsOf(sheet.kind);
  let row = 0;
  for await (const { records } of jsonRecords(sheet.disk, sheet.file, sheet.size))
    for (const record of records) {
      row += 1;
      if (!isObject(record)) continue;
      for (const name of flatten(record, hasParts).keys()) names.add(name);
      if (names.size > MOST_NAMES) throw tooManyNames(row, names.size);
    }
  return [...names];
}

function tooManyNames(row: number, count: number): AppError {
  const place = `record ${row}`;
  const expected = expecting('mostNames', { count: MOST_NAMES });
  return invalid([{ place, value: String(count), ...expected }]);
}

async function jsonHead(sheet: OpenSheet) {
  const columns = await jsonNames(sheet);
  const rows: SheetRow[] = [];
  for await (const batch of jsonRows(
    sheet.disk,
    sheet.file,
    sheet.size,
    columns,
    partsOf(sheet.kind),
  )) {
    for (const row of batch.rows) rows.push(shortened(row));
    break;
  }
  return { names: columns, width: columns.length, rows };
}
