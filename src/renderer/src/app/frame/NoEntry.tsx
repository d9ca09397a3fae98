import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

/** The window of a page that its shell refuses, with the next step. */
export function NoEntry({ problem }: { readonly problem: AppError }) {
  const { t } = useTranslation();
  return (
    <main className="no-entry">
      <Empty icon={KeyRound} title={t('frame.entry.title')} text={t('frame.entry.text')}>
        {problem.code !== 'unauthorized' && <ErrorNotice error={problem} />}
      </Empty>
    </main>
  );
}
