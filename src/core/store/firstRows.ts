/** Letters of records that are held at once, apart from the first record. */
const MOST_LETTERS = 16_000_000;

/** The first rows of a query; `isCut` says that others follow, which were not read. */
export interface FirstRows<T> {
  readonly first: readonly T[];
  readonly isCut: boolean;
}

/**
 * Reads rows until they have too many letters together.
 *
 * A service may send records of megabytes, so that a number of rows alone does not limit the memory.
 */
export function firstRows<T>(
  rows: Iterable<unknown>,
  read: (row: unknown) => T,
  lettersOf: (row: T) => number,
): FirstRows<T> {
  const first: T[] = [];
  let letters = 0;
  for (const each of rows) {
    const row = read(each);
    letters += lettersOf(row);
    if (letters > MOST_LETTERS && first.length > 0) return { first, isCut: true };
    first.push(row);
  }
  return { first, isCut: false };
}
