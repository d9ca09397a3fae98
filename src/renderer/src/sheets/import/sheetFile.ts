/** What a sheet can be saved as. */
export const SHEET_EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx', '.json'] as const;

/** Tells by its name whether a file is a sheet and not something that a sheet names. */
export function isSheet({ name }: { readonly name: string }): boolean {
  const lower = name.toLowerCase();
  return SHEET_EXTENSIONS.some((extension) => lower.endsWith(extension));
}
