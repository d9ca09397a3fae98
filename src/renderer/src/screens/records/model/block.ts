/** The greatest size that a copied block of cells can have; a cell with quoted lines makes it less. */
export function blockSize(text: string): { readonly rows: number; readonly columns: number } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return {
    rows: lines.length,
    columns: lines.reduce((most, line) => Math.max(most, line.split('\t').length), 0),
  };
}
