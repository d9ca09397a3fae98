import type { TFunction } from 'i18next';
import { decimalExample } from '../../i18n/format.ts';
import { expectationOf } from './expectations.ts';

/** What was expected, in the person's language; what it has no words for stays as it came. */
export function expectedText(t: TFunction, expected: string): string {
  const found = expectationOf(expected);
  if (found === null) return expected;
  return t(`sheets.expected.${found.key}`, { example: decimalExample(), ...found.values });
}
