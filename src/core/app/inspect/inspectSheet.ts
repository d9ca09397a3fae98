import type { Files, Disk } from '../../platform/disk.ts';
import { csvRows } from '../../changesets/sheets/csv.ts';
import type { SheetRow } from '../../changesets/sheets/cell.ts';
import type { RowBatch } from '../../changesets/sheets/csv.ts';
import { findHead } from '../../changesets/sheets/findHead.ts';
import { jsonRecords } from '../../changesets/sheets/jsonSheet.ts';
import { detectDialect } from '../../changesets/sheets/openSheet.ts';
import { formatOf } from '../../changesets/sheets/sheetFile.ts';
import { loadStrings, openWorkbook } from '../../changesets/sheets/workbook.ts';
import type { Worksheet } from '../../changesets/sheets/workbook.ts';
import { firstShown, xlsxRows } from '../../changesets/sheets/xlsx.ts';

/** The default reading of a sheet by import. */
export interface SheetFigures {
  readonly sheets: readonly {
    readonly name: string;
    readonly hidden: boolean;
    /** Filled rows, including the header row. */
    readonly rows: number;
  }[];
  /** CSV only. */
  readonly encoding?: string;
  /** CSV only. */
  readonly separator?: string;
  /** The proposed header row, counted from 1. */
  readonly header?: number;
}

/** Reads a sheet as import does; throws `invalid` for a rejected sheet. */
export async function inspectSheet(disk: Disk, file: string, name: string) {
  const fs = disk.files;
  const format = await formatOf(fs, file, name);
  if (format === 'xlsx') return { format, ...(await workbookFigures(disk, file)) };
  return { format, figures: await textFigures(fs, file, name, format), notes: [] };
}

async function textFigures(
  fs: Files,
  file: string,
  name: string,
  format: 'csv' | 'json',
): Promise<SheetFigures> {
  const { size } = fs.statSync(file);
  if (format === 'json') {
    let rows = 0;
    for await (const { records } of jsonRecords(fs, file, size)) rows += records.length;
    return { sheets: [{ name, hidden: false, rows }] };
  }
  const dialect = await detectDialect(fs, file, format);
  const { rows, head } = await lookAt(csvRows(fs, file, size, dialect));
  const { encoding, separator } = dialect;
  const sheets = [{ name, hidden: false, rows }];
  return { sheets, encoding, separator, header: findHead(null, head) };
}

async function workbookFigures(
  disk: Disk,
  file: string,
): Promise<{ readonly figures: SheetFigures; readonly notes: readonly string[] }> {
  const workbook = await openWorkbook(disk.files, file);
  // SQLite keeps an unnamed database in a temporary file and removes it by itself.
  const strings = disk.openDatabase('');
  try {
    strings.exec('CREATE TABLE string(number INTEGER PRIMARY KEY, text TEXT NOT NULL)');
    await loadStrings(workbook, strings);
    const looks: (Worksheet & Look)[] = [];
    // Several names may point to one part; it is read once.
    const read = new Map<string, Look>();
    for (const sheet of workbook.worksheets) {
      const look = read.get(sheet.part) ?? (await lookAt(xlsxRows(workbook, sheet.name, strings)));
      read.set(sheet.part, look);
      looks.push({ ...sheet, ...look });
    }
    // Import opens this one: the first visible worksheet with values.
    const first = looks.find(({ hidden, rows }) => !hidden && rows > 0) ?? firstShown(looks);
    const sheets = looks.map(({ name, hidden, rows }) => ({ name, hidden, rows }));
    const notes = looks
      .filter(({ hiddenRows }) => hiddenRows > 0)
      .map(({ name, hiddenRows }) => `Import leaves out hidden rows of ${name}: ${hiddenRows}.`);
    return { figures: { sheets, header: findHead(null, first?.head ?? []) }, notes };
  } finally {
    strings.close();
    workbook.zip.close();
  }
}

interface Look {
  readonly rows: number;
  readonly hiddenRows: number;
  /** The first rows, which are searched for the header row. */
  readonly head: readonly SheetRow[];
}

const HEAD_ROWS = 100;

async function lookAt(batches: AsyncIterable<RowBatch>): Promise<Look> {
  let [count, hiddenRows] = [0, 0];
  const head: SheetRow[] = [];
  for await (const { rows } of batches) {
    const filled = rows.filter(({ cells }) => cells.some(({ text }) => text !== ''));
    count += filled.length;
    hiddenRows += filled.filter(({ hidden }) => hidden).length;
    head.push(...rows.slice(0, Math.max(0, HEAD_ROWS - head.length)));
  }
  return { rows: count, hiddenRows, head };
}
