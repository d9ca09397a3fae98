import { Readable } from 'node:stream';
import type { Json } from '#contract/json.ts';
import type { ExportFormat } from '#contract/changesets/sheet.ts';
import type { Input, Output } from '#contract/procedures.ts';
import type { SheetTable } from '#contract/review.ts';
import { HANDED_ON } from '../../platform/privateFiles.ts';
import { csvLine, plainText } from '../../changesets/sheets/cellText.ts';
import { bomOf, encoder } from '../../changesets/sheets/encoding.ts';
import { guard, guardFormula, guardTyped } from '../../changesets/sheets/guard.ts';
import { targetOf, writeStream } from '../../files/outputFile.ts';
import { xlsxStream } from '../../changesets/sheets/xlsxWriter.ts';
import type { OutCell } from '../../changesets/sheets/xlsxWriter.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { reviewTable } from './walk.ts';

/** Columns whose text is Cabinet's own; a spreadsheet converts none of it. */
const OURS = new Set(['kind', 'mark', 'markedAt']);
const WIDTHS: Readonly<Record<string, number>> = { name: 36, comment: 48, changed: 24, id: 26 };
const WIDTH = 16;

/** Exports the marks of a review to a path, or as a download of the window. */
export async function exportMarks(
  ws: Workspace,
  { session, as, to }: Input<'review.export'>,
): Promise<Output<'review.export'>> {
  const table = await reviewTable(ws, session);
  const { file, download } = targetOf(ws, to, `review.${as.format}`);
  await writeStream(ws.platform.disk.files, marksStream(table, as), file, HANDED_ON);
  return { rows: table.rows.length, file, download };
}

/** Returns a sheet of marks as a stream in the chosen format. */
export function marksStream(table: SheetTable, as: ExportFormat): Readable {
  if (as.format === 'json')
    return Readable.from([`${JSON.stringify(objectsOf(table), null, 2)}\n`]);
  if (as.format === 'csv') return Readable.from(csvBytes(table, as));
  const heads = table.columns.map((name) => ({ name, width: WIDTHS[name] ?? WIDTH }));
  return xlsxStream('Review', heads, xlsxRows(table));
}

function objectsOf({ columns, rows }: SheetTable): Json {
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])));
}

function* csvBytes(
  { columns, rows }: SheetTable,
  { separator, encoding, bom }: Extract<ExportFormat, { format: 'csv' }>,
): Generator<Buffer> {
  const bytes = encoder(encoding);
  if (bom || encoding.startsWith('utf-16')) yield bomOf(encoding);
  yield bytes(csvLine(columns.map(guardFormula), separator));
  for (const row of rows) {
    const cells = row.map((value, at) => {
      const text = value === null ? '' : plainText(value);
      return OURS.has(columns[at] ?? '') ? text : guard(text);
    });
    yield bytes(csvLine(cells, separator));
  }
}

async function* xlsxRows({ rows }: SheetTable): AsyncGenerator<readonly OutCell[]> {
  for (const row of rows)
    yield row.map((value): OutCell => {
      const text = value === null ? '' : plainText(value);
      return text === '' ? { is: 'empty' } : { is: 'text', text: guardTyped(text) };
    });
}
