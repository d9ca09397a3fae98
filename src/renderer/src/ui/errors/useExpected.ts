import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { expectedText } from './expectedText.ts';

/** Returns a function that translates an expectation. */
export function useExpected(): (expected: string) => string {
  const { t } = useTranslation();
  return useCallback((expected: string) => expectedText(t, expected), [t]);
}
