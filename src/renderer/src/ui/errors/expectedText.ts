import type { TFunction } from 'i18next';
import { isCode } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import { decimalExample, formatCount, formatDate, formatDecimal } from '../../i18n/format.ts';

/** Returns an expectation in the user's language; one without a known code stays as it is. */
export function expectedText(t: TFunction, { expected, expectation }: Expected): string {
  if (expectation === undefined || !isCode(expectation.code)) return expected;
  const { example } = expectation.params;
  return t(`expected.${expectation.code}`, {
    ...Object.fromEntries(Object.entries(expectation.params).map(inWindow)),
    example: example === undefined ? decimalExample() : formatDecimal(String(example)),
  });
}

/** Counts that a sentence may hold, and amounts. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'from', 'to']);

function inWindow([name, value]: readonly [string, string | number]): [string, string | number] {
  if (COUNTS.has(name) && typeof value === 'number') return [name, formatCount(value)];
  if (name === 'date') return [name, formatDate(String(value))];
  return [name, name === 'before' ? formatDecimal(value) : value];
}
