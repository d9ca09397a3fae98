import type { Column, TableBlock } from './layout.ts';

/** Returns whether a column names records, which takes most of the width. */
export function isBroad({ shape: { reference } }: Column): boolean {
  return reference !== null;
}

/** Returns whether the records have numbers in a column. */
export function isAmount({ shape: { known, reference } }: Column): boolean {
  return reference === null && known?.min !== undefined;
}

const LONG_VALUE = 12;

/** Returns whether a column gets a line of its own below the others: longer texts beside codes. */
export function isWide(column: Column, { columns, isMap }: TableBlock): boolean {
  const { shape, key } = column;
  const values = shape.known?.values ?? [];
  const isLong = values.some(({ value }) => String(value).length > LONG_VALUE);
  const hasBroad = isMap || columns.some(isBroad);
  return key !== null && hasBroad && !isBroad(column) && isLong && columns.length > 1;
}
