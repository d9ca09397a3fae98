import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { expectedText } from './expectedText.ts';

/** Says in the language of the interface what was expected. */
export function useExpected(): (expected: string) => string {
  const { t } = useTranslation();
  return useCallback((expected: string) => expectedText(t, expected), [t]);
}
