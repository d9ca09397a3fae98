import type { TFunction } from 'i18next';
import { isCode } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import { decimalExample, formatDecimal } from '../../i18n/format.ts';

/** Returns an expectation in the user's language; one without a known code stays as it is. */
export function expectedText(t: TFunction, { expected, expectation }: Expected): string {
  if (expectation === undefined || !isCode(expectation.code)) return expected;
  const { example } = expectation.params;
  return t(`expected.${expectation.code}`, {
    ...expectation.params,
    example: example === undefined ? decimalExample() : formatDecimal(String(example)),
  });
}
