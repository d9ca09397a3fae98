import { useTranslation } from 'react-i18next';
import type { Collected } from '../../client/source.ts';
import './intake.css';

/** Lists the given files that could not be read or were cut off. */
export function LeftOver({ unreadable, cut }: Omit<Collected, 'given'>) {
  const { t } = useTranslation();
  if (unreadable.length === 0 && !cut) return null;
  const names = unreadable.slice(0, 5).join(', ');
  return (
    <p className="intake-left">
      {unreadable.length > 0 && t('files.dialog.unreadable', { count: unreadable.length, names })}{' '}
      {cut && t('files.dialog.cut')}
    </p>
  );
}
