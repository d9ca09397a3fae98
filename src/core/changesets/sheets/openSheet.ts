import path from 'node:path';
import { AppError, invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Dialect, Sheet, SheetColumn, SheetFormat } from '#contract/changesets/sheet.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Files } from '../../platform/disk.ts';
import type { Db } from '../../store/database.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { stagedPath } from '../../files/place.ts';
import { columnIssues, isColumnField, keyColumnOf, signatureOf } from './columns.ts';
import { detectSeparator } from './csv.ts';
import { decoded, detectEncoding } from './encoding.ts';
import { readHead, withMark } from './head.ts';
import { LayoutStore } from '../../store/layoutStore.ts';
import type { Mark } from '#contract/numbers.ts';
import { isFilled } from './hiddenRows.ts';
import { formatOf } from './sheetFile.ts';
import { openWorkbook } from './workbook.ts';
import type { Worksheet } from './workbook.ts';
import { firstShown } from './xlsx.ts';
import type { OpenSheet } from './openedSheet.ts';

/** A staged file and its name in a sheet. */
interface BesideFile {
  readonly name: string;
  readonly file: string;
}

/** Opens a staged sheet: detects its dialect and matches its columns. */
export async function openSheet(
  ws: Workspace,
  strings: Db,
  id: string,
  request: {
    readonly kind: Kind;
    readonly file: string;
    readonly beside?: readonly BesideFile[] | undefined;
    readonly habit?: Mark | undefined;
  },
): Promise<OpenSheet> {
  const staged = ws.uploads.staged(request.file);
  if (staged === null)
    throw invalid([
      { place: 'file', value: JSON.stringify(request.file), ...expecting('stagedFile') },
    ]);
  const file = stagedPath(ws.folder, staged.sha256);
  const disk = ws.platform.disk.files;
  const format = await formatOf(disk, file, staged.name);
  const folder = path.dirname(staged.source);
  const bare: OpenSheet = {
    id,
    kind: request.kind,
    name: staged.name,
    disk,
    staged: staged.file,
    file,
    size: staged.size,
    format,
    dialect: await detectDialect(disk, file, format),
    ...NO_WORKSHEETS,
    hiddenRows: 0,
    chosenHead: false,
    columns: [],
    width: 0,
    head: [],
    chosenMark: null,
    lastMark: null,
    habit: request.habit ?? '.',
    toldMark: null,
    ambiguous: null,
    folder: disk.existsSync(folder) ? folder : null,
    beside: byName(request.beside),
  };
  const { worksheet, ...names } = await worksheetsOf(disk, file, format);
  const dialect = { ...bare.dialect, worksheet };
  return readHead(ws, strings, { ...bare, ...names, dialect });
}

const NO_WORKSHEETS = { worksheets: [], hiddenWorksheets: [], worksheet: null } as const;

function byName(files: readonly BesideFile[] = []): ReadonlyMap<string, string> {
  return new Map(files.map(({ name, file }) => [plainPath(name), file]));
}

/** Returns a file name in one form: forward slashes, no leading `./`. */
export function plainPath(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\.\//, '').normalize('NFC');
}

/** The user's changes to how a sheet is read. */
export interface Adjustment {
  readonly dialect?: { readonly [K in keyof Dialect]?: Dialect[K] | undefined } | undefined;
  readonly columns?:
    readonly { readonly index: number; readonly field: string | null }[] | undefined;
  readonly beside?: readonly BesideFile[] | undefined;
}

/** Applies an adjustment: rereads the header, reassigns columns, or adds files. */
export async function adjustSheet(
  ws: Workspace,
  strings: Db,
  sheet: OpenSheet,
  { dialect = {}, columns = [], beside }: Adjustment,
): Promise<OpenSheet> {
  const given = Object.fromEntries(
    Object.entries(dialect).filter(([, value]) => value !== undefined),
  );
  const changed = {
    ...sheet,
    dialect: { ...sheet.dialect, ...given },
    chosenMark: dialect.decimal ?? sheet.chosenMark,
    // Another worksheet or separator has its header row elsewhere.
    chosenHead: dialect.headerRow !== undefined || (sheet.chosenHead && isSameText(dialect)),
    beside: new Map([...sheet.beside, ...byName(beside)]),
  };
  if (changed.dialect.worksheet !== null && !sheet.worksheets.includes(changed.dialect.worksheet))
    throw invalid([
      {
        place: 'worksheet',
        value: JSON.stringify(changed.dialect.worksheet),
        ...expecting('oneOf', { list: sheet.worksheets.join(', ') }),
      },
    ]);
  const isReread = Object.keys(given).some((name) => name !== 'decimal' && name !== 'empty');
  const reread = isReread ? await readHead(ws, strings, changed) : changed;
  const resource = resourceOf(sheet.kind);
  const kept = isReread ? stillMeant(sheet.columns, reread.columns) : [];
  const read = chosen(resource, chosen(resource, reread.columns, kept), columns);
  return withMark(strings, { ...reread, columns: read });
}

function isSameText({ worksheet, separator }: NonNullable<Adjustment['dialect']>): boolean {
  return worksheet === undefined && separator === undefined;
}

/** Returns the user's field choices for columns that keep their name. */
function stillMeant(
  before: readonly SheetColumn[],
  now: readonly SheetColumn[],
): NonNullable<Adjustment['columns']> {
  return before.filter(
    ({ index, name, by }) =>
      by === 'person' && now.some((c) => c.index === index && c.name === name),
  );
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
        {
          place: 'field',
          value: JSON.stringify(field),
          ...expecting('fieldOf', { kind: resource.kind }),
        },
      ]);
  return columns.map((column) => {
    const field = fields.get(column.index);
    return field === undefined ? column : { ...column, field, by: 'person' };
  });
}

/** Returns the sheet as a window shows it. */
export function sheetView(sheet: OpenSheet): Sheet {
  const { id, kind, name, size, format, dialect, columns, ambiguous, hiddenRows } = sheet;
  const resource = resourceOf(kind);
  return {
    sheet: id,
    kind,
    name,
    size,
    format,
    dialect,
    worksheets: [...sheet.worksheets],
    hiddenWorksheets: [...sheet.hiddenWorksheets],
    hiddenRows,
    columns: [...columns],
    ambiguous,
    keyColumn: keyColumnOf(resource, columns),
    issues: columnIssues(resource, columns),
  };
}

const PROBE = 128 * 1024;

/** Detects how a sheet is read, as far as the file shows it. */
export async function detectDialect(
  fs: Files,
  file: string,
  format: SheetFormat,
): Promise<Dialect> {
  const rest = {
    decimal: '.',
    worksheet: null,
    headerRow: 1,
    empty: 'keep',
    hiddenRows: 'skip',
  } as const;
  if (format !== 'csv') return { encoding: 'utf-8', separator: ',', ...rest };
  const encoding = await detectEncoding(fs, file);
  let head = '';
  for await (const { text } of decoded(fs, file, encoding, PROBE - 1)) head += text;
  return { encoding, separator: detectSeparator(head), ...rest };
}

/** Returns the worksheet names and the first visible worksheet with values. */
async function worksheetsOf(
  fs: Files,
  file: string,
  format: SheetFormat,
): Promise<
  Pick<OpenSheet, 'worksheets' | 'hiddenWorksheets'> & { readonly worksheet: string | null }
> {
  if (format !== 'xlsx') return NO_WORKSHEETS;
  const { zip, worksheets } = await openWorkbook(fs, file);
  try {
    const names = (list: readonly Worksheet[]) => list.map(({ name }) => name);
    const shown = worksheets.filter(({ hidden }) => !hidden);
    let first = firstShown(worksheets);
    const empty = new Set<string>();
    for (const sheet of shown.length > 1 ? shown : []) {
      // Several names may point to one part.
      if (empty.has(sheet.part)) continue;
      if (!(await isFilled(zip, sheet.part))) {
        empty.add(sheet.part);
        continue;
      }
      first = sheet;
      break;
    }
    const hiddenWorksheets = names(worksheets.filter(({ hidden }) => hidden));
    return { worksheets: names(worksheets), hiddenWorksheets, worksheet: first?.name ?? null };
  } finally {
    zip.close();
  }
}

/** Saves the meaning of a sheet's columns as a layout. */
export function rememberLayout(ws: Workspace, sheet: OpenSheet): void {
  const signature = signatureOf(sheet.columns.map(({ name }) => name));
  const fields = sheet.columns.map(({ field }) => field);
  // A guessed decimal mark is not saved.
  const decimal = sheet.toldMark ?? undefined;
  new LayoutStore(ws.work).save(sheet.kind, signature, { fields, decimal });
}

/** Returns the folder of changeset files. */
export function changesetsFolder(ws: Workspace): string {
  return path.join(ws.folder, 'plans');
}

/** Returns the error for an id of a sheet that is not open. */
export function noSheet(id: string): AppError {
  return new AppError('not-found', `No sheet is open here under ${JSON.stringify(id)}.`);
}
