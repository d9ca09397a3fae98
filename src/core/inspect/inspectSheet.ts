import type { Files, Disk } from '../disk.ts';
import { csvRows } from '../sheets/csv.ts';
import type { RowBatch } from '../sheets/csv.ts';
import { jsonRecords } from '../sheets/jsonSheet.ts';
import { detectDialect, formatOf } from '../sheets/openSheet.ts';
import { loadStrings, openWorkbook } from '../sheets/workbook.ts';
import { xlsxRows } from '../sheets/xlsx.ts';

/** What import makes of a sheet before anybody says a word about it. */
export interface SheetFigures {
  readonly sheets: readonly {
    readonly name: string;
    readonly hidden: boolean;
    /** Rows that hold something, the header among them. */
    readonly rows: number;
  }[];
  /** csv only. */
  readonly encoding?: string;
  /** csv only. */
  readonly separator?: string;
  /** The row, from 1, that is proposed for the names of the columns. */
  readonly header?: number;
}

/** Reads a sheet as import would; throws `invalid` for what import refuses. */
export async function inspectSheet(disk: Disk, file: string, name: string) {
  const fs = disk.files;
  const format = await formatOf(fs, file, name);
  const figures: SheetFigures =
    format === 'xlsx'
      ? await workbookFigures(disk, file)
      : await textFigures(fs, file, name, format);
  return { format, figures };
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
  const rows = await countRows(csvRows(fs, file, size, dialect));
  const { encoding, separator, headerRow } = dialect;
  return { sheets: [{ name, hidden: false, rows }], encoding, separator, header: headerRow };
}

async function workbookFigures(disk: Disk, file: string): Promise<SheetFigures> {
  const workbook = await openWorkbook(disk.files, file);
  // SQLite keeps a database without a name on the disk and removes it by itself.
  const strings = disk.openDatabase('');
  try {
    strings.exec('CREATE TABLE string(number INTEGER PRIMARY KEY, text TEXT NOT NULL)');
    await loadStrings(workbook, strings);
    const sheets = [];
    for (const { name } of workbook.worksheets)
      sheets.push({
        name,
        hidden: false,
        rows: await countRows(xlsxRows(workbook, name, strings)),
      });
    return { sheets, header: 1 };
  } finally {
    strings.close();
    workbook.zip.close();
  }
}

async function countRows(batches: AsyncIterable<RowBatch>): Promise<number> {
  let count = 0;
  for await (const { rows } of batches)
    count += rows.filter(({ cells }) => cells.some(({ text }) => text !== '')).length;
  return count;
}
