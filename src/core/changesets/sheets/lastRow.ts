import { invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';

/** The last row that a spreadsheet has; no list of a catalogue comes near it. */
export const LAST_ROW = 1_048_576;

/** The error of a sheet that goes on behind the last row. */
export function tooManyRows(): AppError {
  return invalid([
    { place: `row ${LAST_ROW + 1}`, value: 'another row', expected: `at most ${LAST_ROW} rows` },
  ]);
}
