import { invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';

/** The last row of a spreadsheet; no catalogue list comes near it. */
export const LAST_ROW = 1_048_576;

/** Returns the error of a sheet that continues after the last row. */
export function tooManyRows(): AppError {
  return invalid([
    {
      place: `row ${LAST_ROW + 1}`,
      value: 'another row',
      ...expecting('mostRows', { count: LAST_ROW }),
    },
  ]);
}

/** Returns the error of a row with more cells than are read. */
export function tooManyColumns(row: number, count: number, most: number): AppError {
  const expected = expecting('mostColumns', { count: most });
  return invalid([{ place: `row ${row}`, value: String(count), ...expected }]);
}
