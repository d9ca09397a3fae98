import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValueStyle } from '#contract/valueText.ts';
import { formatDate, formatTime } from '../i18n/format.ts';
import { textOf } from '../i18n/i18n.ts';
import { language } from '../i18n/locale.ts';
import { useProfileStyle, valueStyle } from '../i18n/profileStyle.ts';
import type { Wording } from './values/values.ts';
import { startOfDay } from '../ui/useNow.ts';

/**
 * Returns how values are written; a new object when the language, the currency or the labels
 * change.
 */
export function useValueStyle(): ValueStyle {
  const { t, i18n } = useTranslation();
  const shown = i18n.language;
  const profile = useProfileStyle();
  return useMemo(() => ({ ...valueStyle(t, profile), shown }), [t, shown, profile]);
}

/** Returns the words and formats for values; a new object when one of them changes. */
export function useWords(): Wording {
  const { t } = useTranslation();
  const style = useValueStyle();
  return useMemo(
    () => ({
      ...style,
      label: textOf,
      date: (value) => formatDate(value),
      moment: (at) => formatTime(at),
      aFile: t('outbox.aFile'),
    }),
    [t, style],
  );
}

/** Returns a time as used for the sides of a conflict: `today 14:02`, `19 Nov 14:02`. */
export function whenText(t: TFunction, at: number): string {
  const time = formatTime(at);
  return startOfDay(at) === startOfDay(Date.now()) ? t('outbox.today', { time }) : time;
}

/**
 * Returns a decimal as typed: without thousands separators, with the decimal mark of the language.
 */
export function typedDecimal(value: string): string {
  return language() === 'pl' ? value.replace('.', ',') : value;
}
