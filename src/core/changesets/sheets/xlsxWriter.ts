import { LAST_ROW } from './lastRow.ts';
import type { Readable } from 'node:stream';
import { Readable as Stream } from 'node:stream';
import { ZipFile } from 'yazl';
import { AppError } from '#contract/errors.ts';

/** A cell to be written. */
export type OutCell =
  | { readonly is: 'empty' }
  | { readonly is: 'text'; readonly text: string }
  /** A canonical decimal of at most fifteen digits. */
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'flag'; readonly value: boolean }
  /** A day as YYYY-MM-DD. */
  | { readonly is: 'date'; readonly day: string }
  /** A fraction as a decimal: 0.5 is shown as 50%. */
  | { readonly is: 'percent'; readonly text: string }
  | { readonly is: 'time'; readonly minutes: number }
  /** The error that a spreadsheet shows instead of a value, such as `#N/A`. */
  | { readonly is: 'error'; readonly text: string };

/** Matches days that every spreadsheet counts alike. */
export const SHEET_DAY = /^(?:19[1-9]\d|2\d{3})-\d{2}-\d{2}$/;

export interface OutColumn {
  readonly name: string;
  /** In characters. */
  readonly width: number;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // Cell styles in order: plain, header, text, decimal, day, percentage, time.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0.00##########"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/><xf xfId="0" numFmtId="10" applyNumberFormat="1"/><xf xfId="0" numFmtId="46" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
const HEAD = 1;
const TEXT = 2;
const DECIMAL = 3;
const DAY = 4;
const PERCENT = 5;
const TIME = 6;
const MINUTES = 1440;

/**
 * Returns a workbook of one worksheet, streamed while its rows arrive.
 *
 * The header row is frozen, and the columns have widths.
 */
export function xlsxStream(
  title: string,
  columns: readonly OutColumn[],
  rows: AsyncIterable<readonly OutCell[]>,
): Readable {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(XML + text), name);
  for (const [name, text] of Object.entries(PARTS)) add(name, text);
  const sheetName = escape(title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Sheet');
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  const output = new Stream().wrap(zip.outputStream);
  const sheet = Stream.from(sheetXml(columns, rows));
  sheet.once('error', (error) => output.destroy(error));
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return output;
}

async function* sheetXml(
  columns: readonly OutColumn[],
  rows: AsyncIterable<readonly OutCell[]>,
): AsyncGenerator<string> {
  const widths = columns
    .map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `${XML}<worksheet xmlns="${MAIN}">${view}<cols>${widths}</cols><sheetData>`;
  yield rowXml(
    1,
    columns.map(({ name }) => ({ is: 'text', text: name })),
    HEAD,
  );
  let row = 1;
  for await (const cells of rows) yield rowXml(++row, cells, null);
  yield '</sheetData></worksheet>';
}

function rowXml(row: number, cells: readonly OutCell[], style: number | null): string {
  if (row > LAST_ROW)
    throw new AppError('invalid', 'XLSX can hold 1,048,576 rows. Export these as CSV or JSON.');
  const inner = cells.map((cell, index) => cellXml(cell, `${columnName(index)}${row}`, style));
  return `<row r="${row}">${inner.join('')}</row>`;
}

function cellXml(cell: OutCell, place: string, style: number | null): string {
  switch (cell.is) {
    case 'empty':
      return '';
    case 'text':
      return `<c r="${place}" s="${style ?? TEXT}" t="inlineStr"><is><t xml:space="preserve">${cellString(cell.text, place)}</t></is></c>`;
    case 'number':
      return `<c r="${place}" s="${style ?? DECIMAL}"><v>${cell.text}</v></c>`;
    case 'flag':
      return `<c r="${place}" t="b"><v>${cell.value ? 1 : 0}</v></c>`;
    case 'date':
      return `<c r="${place}" s="${DAY}"><v>${serialOf(cell.day)}</v></c>`;
    case 'percent':
      return `<c r="${place}" s="${PERCENT}"><v>${cell.text}</v></c>`;
    case 'time':
      return `<c r="${place}" s="${TIME}"><v>${cell.minutes / MINUTES}</v></c>`;
    case 'error':
      return `<c r="${place}" t="e"><v>${escape(cell.text)}</v></c>`;
    default:
      return '';
  }
}

function serialOf(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569;
}

function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  const letter = String.fromCharCode(65 + (index % 26));
  return rest === 0 ? letter : columnName(rest - 1) + letter;
}

const LONGEST = 32_767;

function cellString(text: string, place: string): string {
  if (text.length > LONGEST)
    throw new AppError(
      'invalid',
      `Cell ${place} has ${text.length} characters; XLSX allows ${LONGEST}. Export as CSV or JSON.`,
    );
  return escape(text);
}

// XML cannot hold these characters: they are written as _xHHHH_. A text that looks like such an
// escape has its own first letter escaped.
// oxlint-disable-next-line no-control-regex
const UNFIT = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      UNFIT,
      (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns the text of a cell's string with its _xHHHH_ escapes decoded. */
export function readString(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
