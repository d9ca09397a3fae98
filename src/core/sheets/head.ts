import { invalid } from '#contract/errors.ts';
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
  const { names, rows } = await headOf(sheet, strings);
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
  return withMark(strings, { ...sheet, columns, head: rows, lastMark });
}

/**
 * Finds out which mark parts the fractions: chosen, told by a number that can be read in one way only,
 * wherever in its column it stands, as in the last sheet of this layout, or as the file and the person
 * are used to. `ambiguous` is set where it remains a guess.
 */
export async function withMark(strings: Db, sheet: OpenSheet): Promise<OpenSheet> {
  const give = (decimal: Mark, ambiguous: string | null = null): OpenSheet => ({
    ...sheet,
    dialect: { ...sheet.dialect, decimal },
    ambiguous,
  });
  if (sheet.chosenMark !== null) return give(sheet.chosenMark);
  if (sheet.format === 'json') return give('.');
  const { found, either } = await numbersOf(strings, sheet);
  const told = found ?? sheet.lastMark;
  return told === null ? give(usualMark(sheet), either) : give(told);
}

async function numbersOf(strings: Db, sheet: OpenSheet): Promise<MarkFinder> {
  const finder = new MarkFinder();
  const look = numericCells(sheet, finder);
  look(sheet.head);
  if (finder.found !== null || finder.either === null) return finder;
  for await (const { rows } of sheetRows(sheet, strings)) {
    look(rows);
    if (finder.found !== null) break;
  }
  return finder;
}

function numericCells({ kind, columns }: OpenSheet, finder: MarkFinder) {
  const resource = resourceOf(kind);
  const numeric = columns.filter(({ field }) => {
    const type = field === null ? undefined : fieldAt(resource, field)?.type;
    return type === 'decimal' || type === 'number';
  });
  return (rows: readonly SheetRow[]) => {
    for (const { cells } of rows)
      for (const { index } of numeric) {
        const cell = cells[index];
        if (cell?.type === 'text') finder.add(cell.text);
      }
  };
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
  while (names.at(-1) === '') names.pop();
  return { names, rows };
}

const JSON_HEAD = 5_000;

async function jsonHead(sheet: OpenSheet) {
  const names = new Set<string>();
  let count = 0;
  for await (const { records } of jsonRecords(sheet.disk, sheet.file, sheet.size)) {
    for (const record of records)
      if (isObject(record))
        for (const name of flatten(record, partsOf(sheet.kind)).keys()) names.add(name);
    count += records.length;
    if (count >= JSON_HEAD) break;
  }
  const rows: SheetRow[] = [];
  const columns = [...names];
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
  return { names: columns, rows };
}
