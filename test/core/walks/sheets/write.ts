import type { TestWorkstation } from '#test/support/desk.ts';
import { workbook } from '#test/support/workbook.ts';

export type Format = 'csv' | 'xlsx' | 'json';

/** A sheet as a person makes it: its headings, and its rows. */
export interface Made {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const quoted = (cell: string) =>
  /^[A-Za-z0-9 ]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;
const inXml = (cell: string) =>
  cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('_x', '_x005F_x');

/** Writes a sheet in one of several ways; gives its place. */
export async function writeSheet(
  desk: TestWorkstation,
  name: string,
  { headings, rows }: Made,
  format: Format,
  way: number,
): Promise<string> {
  const file = `s/${name}.${format}`;
  if (format === 'json') {
    const objects = rows.map((cells) =>
      Object.fromEntries(cells.flatMap((cell, at) => (cell === '' ? [] : [[headings[at], cell]]))),
    );
    return desk.file(file, JSON.stringify(objects));
  }
  if (format === 'xlsx') {
    const all = [headings, ...rows].map((cells) => cells.map(inXml));
    return desk.file(file, await workbook([{ name: 'Arkusz', rows: all }]));
  }
  const separator = [';', '\t'][way % 2] ?? ';';
  const text = [headings, ...rows].map((cells) => cells.map(quoted).join(separator)).join('\r\n');
  const isWide = way % 3 === 2;
  const bytes = isWide ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text);
  return desk.file(file, bytes);
}
