/** Returns the largest possible size of a copied block; quoted cells with line breaks reduce it. */
export function blockSize(text: string): { readonly rows: number; readonly columns: number } {
  const lines = text.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/);
  return {
    rows: lines.length,
    columns: lines.reduce((most, line) => Math.max(most, line.split('\t').length), 0),
  };
}

/**
 * Returns texts as a column, one a line; a text with tabs, line breaks or a leading quote is
 * quoted.
 */
export function columnText(texts: readonly string[]): string {
  const isOne = texts.length < 2;
  return texts.map((text) => (isOne || !NEEDS_QUOTES.test(text) ? text : quoted(text))).join('\n');
}

const NEEDS_QUOTES = /[\t\r\n]|^"/;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Returns the cells of a copied block: rows of tab-separated cells, quoted where they must be. */
export function blockCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quotedCell, plain = '', end] of text.matchAll(CELL)) {
    const cell = quotedCell === undefined ? plain : quotedCell.replaceAll('""', '"');
    rows.at(-1)?.push(cell);
    if (end !== undefined && end !== '\t') rows.push([]);
    if (end === undefined) break;
  }
  return rows.filter((row) => row.some((cell) => cell.trim() !== ''));
}

const CELL = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|([^\t\r\n]*))(\t|\r\n?|\n)?/g;
