/** The greatest size that a copied block of cells can have; a cell with quoted lines makes it less. */
export function blockSize(text: string): { readonly rows: number; readonly columns: number } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return {
    rows: lines.length,
    columns: Math.max(...lines.map((line) => line.split('\t').length)),
  };
}
