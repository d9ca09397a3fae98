import fs from 'node:fs';
import path from 'node:path';
import { AppError, invalid } from '#contract/errors.ts';
import type { Dialect, Sheet, SheetColumn, SheetFormat } from '#contract/plans/sheet.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Db } from '../store/database.ts';
import type { Workspace } from '../workspace.ts';
import { stagedPath } from '../files/place.ts';
import type { SheetRow } from './cell.ts';
import { columnIssues, isColumnField, keyColumnOf, matchColumns, signatureOf } from './columns.ts';
import { csvRows, detectSeparator } from './csv.ts';
import type { RowBatch } from './csv.ts';
import { decoded, detectEncoding } from './encoding.ts';
import { flatten, jsonRecords, jsonRows } from './jsonSheet.ts';
import { LayoutStore } from './layoutStore.ts';
import { detectMark } from './numbers.ts';
import { loadStrings, openWorkbook } from './workbook.ts';
import type { Workbook } from './workbook.ts';
import { xlsxRows } from './xlsx.ts';
import { isObject } from '#contract/json.ts';

/** A sheet that a person opened: where its copy lies, how it is read, and what its columns mean. */
export interface OpenSheet {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly file: string;
  readonly size: number;
  readonly format: SheetFormat;
  readonly dialect: Dialect;
  readonly worksheets: readonly string[];
  readonly columns: readonly SheetColumn[];
  /** Where the sheet lay: files that it names are looked for there. */
  readonly folder: string | null;
  /** Staged files that it names, by their names; where a browser gave the sheet. */
  readonly beside: ReadonlyMap<string, string>;
}

const HEAD_ROWS = 200;
const SAMPLES = 5;

/** Opens a staged sheet: finds out how it is written and what its columns mean. */
export async function openSheet(
  ws: Workspace,
  strings: Db,
  id: string,
  request: {
    readonly kind: Kind;
    readonly file: string;
    readonly beside?: readonly { readonly name: string; readonly file: string }[] | undefined;
  },
): Promise<OpenSheet> {
  const staged = ws.uploads.staged(request.file);
  if (staged === null)
    throw invalid([
      { place: 'file', value: JSON.stringify(request.file), expected: 'a staged file' },
    ]);
  const file = stagedPath(ws.folder, staged.sha256);
  const format = await formatOf(file, staged.name);
  const folder = path.dirname(staged.source);
  const bare: OpenSheet = {
    id,
    kind: request.kind,
    name: staged.name,
    file,
    size: staged.size,
    format,
    dialect: await detectDialect(file, format),
    worksheets: await worksheetsOf(file, format),
    columns: [],
    folder: fs.existsSync(folder) ? folder : null,
    beside: new Map((request.beside ?? []).map(({ name, file }) => [plainPath(name), file])),
  };
  const [worksheet = null] = bare.worksheets;
  return readHead(ws, strings, { ...bare, dialect: { ...bare.dialect, worksheet } }, null);
}

/** The name of a file as a sheet may spell it: slashes either way, no dot in front. */
export function plainPath(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\.\//, '').normalize('NFC');
}

/** What a person changes in how a sheet is read. */
export interface Adjustment {
  readonly dialect?: { readonly [K in keyof Dialect]?: Dialect[K] | undefined } | undefined;
  readonly columns?:
    readonly { readonly index: number; readonly field: string | null }[] | undefined;
}

/** Reads the head anew in another way, or takes columns as other fields. */
export async function adjustSheet(
  ws: Workspace,
  strings: Db,
  sheet: OpenSheet,
  { dialect = {}, columns = [] }: Adjustment,
): Promise<OpenSheet> {
  const given = Object.fromEntries(
    Object.entries(dialect).filter(([, value]) => value !== undefined),
  );
  const changed = { ...sheet, dialect: { ...sheet.dialect, ...given } };
  if (changed.dialect.worksheet !== null && !sheet.worksheets.includes(changed.dialect.worksheet))
    throw invalid([
      {
        place: 'worksheet',
        value: JSON.stringify(changed.dialect.worksheet),
        expected: `one of ${sheet.worksheets.join(', ')}`,
      },
    ]);
  const isReread = Object.keys(given).some((name) => name !== 'decimal' && name !== 'empty');
  const reread = isReread ? await readHead(ws, strings, changed, dialect.decimal ?? null) : changed;
  return { ...reread, columns: chosen(resourceOf(sheet.kind), reread.columns, columns) };
}

function chosen(
  resource: Resource,
  columns: readonly SheetColumn[],
  choices: NonNullable<Adjustment['columns']>,
): readonly SheetColumn[] {
  const fields = new Map(choices.map(({ index, field }) => [index, field]));
  for (const field of fields.values())
    if (field !== null && !isColumnField(resource, field))
      throw invalid([
        { place: 'field', value: JSON.stringify(field), expected: `a field of ${resource.kind}` },
      ]);
  return columns.map((column) => {
    const field = fields.get(column.index);
    return field === undefined ? column : { ...column, field, by: 'person' };
  });
}

/** The sheet as a window sees it. */
export function sheetView(sheet: OpenSheet): Sheet {
  const { id, kind, name, size, format, dialect, worksheets, columns } = sheet;
  const resource = resourceOf(kind);
  return {
    sheet: id,
    kind,
    name,
    size,
    format,
    dialect,
    worksheets: [...worksheets],
    columns: [...columns],
    keyColumn: keyColumnOf(resource, columns),
    issues: columnIssues(resource, columns),
  };
}

async function formatOf(file: string, name: string): Promise<SheetFormat> {
  const extension = path.extname(name).toLowerCase();
  const head = await readStart(file);
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx';
  const isOld = head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  if (isOld || extension === '.xls' || extension === '.ods')
    throw invalid([{ place: 'file', value: name, expected: 'a sheet saved as XLSX, CSV or JSON' }]);
  return extension === '.json' ? 'json' : 'csv';
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await fs.promises.open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const PROBE = 128 * 1024;

async function detectDialect(file: string, format: SheetFormat): Promise<Dialect> {
  const rest = { decimal: '.', worksheet: null, headerRow: 1, empty: 'keep' } as const;
  if (format !== 'csv') return { encoding: 'utf-8', separator: ',', ...rest };
  const encoding = await detectEncoding(file);
  let head = '';
  for await (const { text } of decoded(file, encoding, PROBE - 1)) head += text;
  return { encoding, separator: detectSeparator(head), ...rest };
}

async function worksheetsOf(file: string, format: SheetFormat): Promise<readonly string[]> {
  if (format !== 'xlsx') return [];
  const workbook = await openWorkbook(file);
  workbook.zip.close();
  return workbook.worksheets.map(({ name }) => name);
}

async function readHead(
  ws: Workspace,
  strings: Db,
  sheet: OpenSheet,
  mark: Dialect['decimal'] | null,
): Promise<OpenSheet> {
  const { names, rows } = await headOf(sheet, strings);
  const resource = resourceOf(sheet.kind);
  const known = new LayoutStore(ws.work).fields(sheet.kind, signatureOf(names));
  const fields = known ?? matchColumns(resource, names);
  const by = known === null ? 'name' : 'layout';
  const columns = names.map((name, index): SheetColumn => {
    const field = fields[index] ?? null;
    const texts = rows.map(({ cells }) => cells[index]?.text ?? '').filter((text) => text !== '');
    return { index, name, field, by: field === null ? null : by, samples: texts.slice(0, SAMPLES) };
  });
  const decimal = mark ?? markOf(sheet, columns, rows);
  return { ...sheet, columns, dialect: { ...sheet.dialect, decimal } };
}

function markOf(
  { format, kind, dialect }: OpenSheet,
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
): Dialect['decimal'] {
  if (format === 'json') return '.';
  const { fields } = resourceOf(kind);
  const numeric = columns.filter(({ field }) => {
    const type = fields[field ?? '']?.type;
    return type === 'decimal' || type === 'number';
  });
  const texts = rows.flatMap(({ cells }) =>
    numeric.flatMap(({ index }) => (cells[index]?.type === 'text' ? cells[index].text : [])),
  );
  return detectMark(texts) ?? (dialect.separator === ';' ? ',' : '.');
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
  for await (const { records } of jsonRecords(sheet.file, sheet.size)) {
    for (const record of records)
      if (isObject(record))
        for (const name of flatten(record, partsOf(sheet.kind)).keys()) names.add(name);
    count += records.length;
    if (count >= JSON_HEAD) break;
  }
  const rows: SheetRow[] = [];
  const columns = [...names];
  for await (const batch of jsonRows(sheet.file, sheet.size, columns, partsOf(sheet.kind))) {
    rows.push(...batch.rows);
    break;
  }
  return { names: columns, rows };
}

/** Whether a kind's field has parts of its own, so that a nested object is read part by part. */
export function partsOf(kind: Kind): (name: string) => boolean {
  const { fields } = resourceOf(kind);
  return (name) => Object.hasOwn(fields, name) && fields[name]?.parts !== undefined;
}

/** All rows of a sheet, the header among them; a sheet of JSON has none. */
export async function* sheetRows(sheet: OpenSheet, strings: Db): AsyncGenerator<RowBatch> {
  const { file, size, format, dialect } = sheet;
  if (format === 'csv') yield* csvRows(file, size, dialect);
  else if (format === 'json') {
    const names = sheet.columns.map(({ name }) => name);
    yield* jsonRows(file, size, names, partsOf(sheet.kind));
  } else yield* worksheetRows(sheet, strings);
}

async function* worksheetRows({ file, dialect }: OpenSheet, strings: Db): AsyncGenerator<RowBatch> {
  const workbook: Workbook = await openWorkbook(file);
  try {
    await loadStrings(workbook, strings);
    yield* xlsxRows(workbook, dialect.worksheet, strings);
  } finally {
    workbook.zip.close();
  }
}

/** Remembers what the columns of such a sheet mean. */
export function rememberLayout(ws: Workspace, sheet: OpenSheet): void {
  const signature = signatureOf(sheet.columns.map(({ name }) => name));
  new LayoutStore(ws.work).save(
    sheet.kind,
    signature,
    sheet.columns.map(({ field }) => field),
  );
}

/** The folder in which plans lie. */
export function plansFolder(ws: Workspace): string {
  return path.join(ws.folder, 'plans');
}

/** The id is that of a sheet that nobody opened, or that was closed. */
export function noSheet(id: string): AppError {
  return new AppError('not-found', `No sheet is open here under ${JSON.stringify(id)}.`);
}
