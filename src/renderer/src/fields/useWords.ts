import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDecimal, formatPrice, formatTime } from '../i18n/format.ts';
import { textOf } from '../i18n/i18n.ts';
import { language } from '../i18n/locale.ts';
import type { Wording } from './values/values.ts';
import { startOfDay } from '../ui/useNow.ts';

/** Returns the words and formats for values; a new object when the language changes. */
export function useWords(): Wording {
  const { t, i18n } = useTranslation();
  const shown = i18n.language;
  return useMemo(() => ({ ...wording(t), shown }), [t, shown]);
}

function wording(t: TFunction): Wording {
  return {
    label: textOf,
    decimal: formatDecimal,
    price: formatPrice,
    date: (value) => formatDate(value),
    moment: (at) => formatTime(at),
    aFile: t('outbox.aFile'),
    yes: t('common.yes'),
    no: t('common.no'),
  };
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
