import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format.ts';
import { A_MINUTE, startOfDay, useNow } from '../../../ui/useNow.ts';

/** Returns the name of a day; it changes at midnight although nothing else renders. */
export function useDayText(at: number): string {
  const { t } = useTranslation();
  const [day, today] = [startOfDay(at), startOfDay(useNow(A_MINUTE))];
  if (day === today) return t('outbox.activity.today');
  if (day === startOfDay(today - 1)) return t('outbox.activity.yesterday');
  return formatDate(at);
}
