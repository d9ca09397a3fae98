/** The greatest size that a copied block of cells can have; a cell with quoted lines makes it less. */
export function blockSize(text: string): { readonly rows: number; readonly columns: number } {
  const lines = text.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/);
  return {
    rows: lines.length,
    columns: lines.reduce((most, line) => Math.max(most, line.split('\t').length), 0),
  };
}

/** Texts as a copied column, one a line; one that has lines itself, or would be read as more, stands in quotes. */
export function columnText(texts: readonly string[]): string {
  const isOne = texts.length < 2;
  return texts.map((text) => (isOne || !NEEDS_QUOTES.test(text) ? text : quoted(text))).join('\n');
}

const NEEDS_QUOTES = /[\t\r\n]|^"/;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
