import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Db } from '../../store/database.ts';
import { csvRows } from './csv.ts';
import type { SheetRow } from './cell.ts';
import type { RowBatch } from './csv.ts';
import { jsonRows } from './jsonSheet.ts';
import { loadStrings, openWorkbook } from './workbook.ts';
import { xlsxRows } from './xlsx.ts';
import type { OpenSheet } from './openedSheet.ts';

/**
 * Returns a function that tests whether a field has parts.
 *
 * Nested objects of such fields are read part by part.
 */
export function partsOf(kind: Kind): (name: string) => boolean {
  const { fields } = resourceOf(kind);
  return (name) => Object.hasOwn(fields, name) && fields[name]?.parts !== undefined;
}

/** Reads all rows of a sheet with its header row; a JSON sheet has no header row. */
export async function* sheetRows(sheet: OpenSheet, strings: Db): AsyncGenerator<RowBatch> {
  const { disk, file, size, format, dialect } = sheet;
  if (format === 'csv') yield* csvRows(disk, file, size, dialect);
  else if (format === 'json') {
    const names = sheet.columns.map(({ name }) => name);
    yield* jsonRows(disk, file, size, names, partsOf(sheet.kind));
  } else yield* worksheetRows(sheet, strings);
}

async function* worksheetRows(
  { disk, file, dialect }: OpenSheet,
  strings: Db,
): AsyncGenerator<RowBatch> {
  const workbook = await openWorkbook(disk, file);
  const { worksheet, headerRow, hiddenRows } = dialect;
  const isTaken = ({ row, hidden }: SheetRow) =>
    hidden !== true || hiddenRows === 'take' || row <= headerRow;
  try {
    await loadStrings(workbook, strings);
    for await (const { rows, part } of xlsxRows(workbook, worksheet, strings))
      yield { rows: rows.filter(isTaken), part };
  } finally {
    workbook.zip.close();
  }
}
