import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Expected } from '#contract/expectations/expected.ts';
import { expectedText } from './expectedText.ts';

/** Returns a function that translates an expectation. */
export function useExpected(): (expected: Expected) => string {
  const { t } = useTranslation();
  return useCallback((expected: Expected) => expectedText(t, expected), [t]);
}
