/** What a sheet can be saved as. */
export const SHEET_EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx', '.json'] as const;

// On Windows with Excel a CSV file is told as one of Excel's own.
const SHEET_TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);

/** Tells by its type whether a file that is still dragged is a sheet. */
export function isSheetType(type: string): boolean {
  return SHEET_TYPES.has(type);
}

/** Tells by its name whether a file is a sheet and not something that a sheet names. */
export function isSheet({ name }: { readonly name: string }): boolean {
  const lower = name.toLowerCase();
  return SHEET_EXTENSIONS.some((extension) => lower.endsWith(extension));
}
