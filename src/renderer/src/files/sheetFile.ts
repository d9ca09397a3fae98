/** The extensions of a sheet. */
export const SHEET_EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx', '.json'] as const;

// On Windows with Excel, a CSV file has an Excel type.
const SHEET_TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);

/** Returns whether the type of a dragged file is a sheet's. */
export function isSheetType(type: string): boolean {
  return SHEET_TYPES.has(type);
}

/**
 * Returns whether a file is a sheet by its name.
 *
 * Other files given with it may be named in a sheet.
 */
export function isSheet({ name }: { readonly name: string }): boolean {
  const lower = name.toLowerCase();
  return SHEET_EXTENSIONS.some((extension) => lower.endsWith(extension));
}
