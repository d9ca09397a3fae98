import type { Json } from './json.ts';
import type { SheetTable } from './review.ts';

const UNSAFE = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/**
 * A sheet as CSV text with a byte order mark and CRLF, as spreadsheets read it. What a spreadsheet
 * would take for a formula gets an apostrophe in front.
 */
export function toCsv({ columns, rows }: SheetTable, separator: ';' | ',' = ';'): string {
  const lines = [columns, ...rows].map((row) =>
    row.map((value) => quote(cellText(value), separator)).join(separator),
  );
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function cellText(value: Json | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return UNSAFE.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function quote(text: string, separator: string): string {
  const plain = !text.includes(separator) && !/["\r\n]/.test(text) && text.trim() === text;
  return plain ? text : `"${text.replaceAll('"', '""')}"`;
}
