import type { TFunction } from 'i18next';
import { decimalExample } from '../../i18n/format.ts';
import { expectationOf } from './expectations.ts';

/** Returns an expectation in the user's language, or unchanged when it has no translation. */
export function expectedText(t: TFunction, expected: string): string {
  const found = expectationOf(expected);
  if (found === null) return expected;
  return t(`sheets.expected.${found.key}`, { example: decimalExample(), ...found.values });
}
