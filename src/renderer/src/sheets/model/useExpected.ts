import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { expectationOf } from './expectations.ts';
import { decimalExample } from '../../i18n/format.ts';

/** Says in the language of the interface what was expected; what it has no words for stays as it came. */
export function useExpected(): (expected: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (expected: string) => {
      const found = expectationOf(expected);
      if (found === null) return expected;
      return t(`sheets.expected.${found.key}`, { example: decimalExample(), ...found.values });
    },
    [t],
  );
}
