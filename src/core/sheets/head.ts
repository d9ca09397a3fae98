import { invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { isObject } from '#contract/json.ts';
import type { SheetColumn } from '#contract/plans/sheet.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { fieldAt } from '../groups/changes.ts';
import type { Db } from '../store/database.ts';
import type { Workspace } from '../workspace.ts';
import type { SheetRow } from './cell.ts';
import { matchColumns, signatureOf } from './columns.ts';
import { flatten, jsonRecords, jsonRows } from './jsonSheet.ts';
import { LayoutStore } from './layoutStore.ts';
import { MarkFinder } from './numbers.ts';
import type { Mark } from './numbers.ts';
import type { OpenSheet } from './openSheet.ts';
import { partsOf, sheetRows } from './sheetRows.ts';

const HEAD_ROWS = 200;
const SAMPLES = 5;

/** Reads the names of the columns and the first rows, and finds out what they mean. */
export async function readHead(ws: Workspace, strings: Db, sheet: OpenSheet): Promise<OpenSheet> {
  const { names, width, rows } = await headOf(sheet, strings);
  const resource = resourceOf(sheet.kind);
  const known = new LayoutStore(ws.work).get(sheet.kind, signatureOf(names));
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
 * Finds out which mark parts the fractions: chosen, told by a number that can be read in one way only,
 * wherever in its column it stands, as in the last sheet of this layout, or as the file and the person
 * are used to. `ambiguous` is set where it remains a guess.
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
  // Numbers of JSON say nothing of how a spreadsheet of this layout writes them.
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
  // Whole numbers tell nothing: one with a mark may stand anywhere below them.
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
    const type = field === null ? undefined : fieldAt(resource, field)?.type;
    return type === 'decimal' || type === 'number';
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

// Semicolons and the letters of Central Europe come from where the comma parts the fraction.
function usualMark({ dialect, format, habit }: OpenSheet): Mark {
  if (format === 'xlsx') return habit;
  const { separator, encoding } = dialect;
  if (separator === ';' || encoding === 'windows-1250') return ',';
  return separator === ',' ? '.' : habit;
}

async function headOf(sheet: OpenSheet, strings: Db) {
  if (sheet.format === 'json') return jsonHead(sheet);
  const { headerRow } = sheet.dialect;
  let names: string[] | null = null;
  const rows: SheetRow[] = [];
  reading: for await (const batch of sheetRows(sheet, strings))
    for (const each of batch.rows) {
      if (each.row === headerRow) names = each.cells.map(({ text }) => text.trim());
      else if (each.row > headerRow) rows.push(each);
      if (rows.length >= HEAD_ROWS) break reading;
    }
  if (names === null)
    throw invalid([
      {
        place: 'headerRow',
        value: String(headerRow),
        expected: 'a row with the names of the columns',
      },
    ]);
  const width = names.length;
  while (names.at(-1) === '') names.pop();
  return { names, width, rows };
}

/** As many as a catalogue could ever need; with more of them the records are no list of one kind. */
const MOST_NAMES = 1_000;

/** The names that any of the records has, in the order in which they first appear. */
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
  const expected = `at most ${MOST_NAMES} different names in all records`;
  return invalid([{ place, value: String(count), expected }]);
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
    rows.push(...batch.rows);
    break;
  }
  return { names: columns, width: columns.length, rows };
}
