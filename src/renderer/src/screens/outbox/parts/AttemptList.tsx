import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { AttemptLine } from './AttemptLine.tsx';

/** Lists the requests of an operation with time, outcome and answer. */
export function AttemptList({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const { data, error, refresh } = useProcedure(
    'outbox.attempts',
    { operation: operation.id },
    { refreshOn: ['outbox.changed'], keep: false },
  );
  if (data === undefined && error !== null)
    return (
      <ErrorNotice error={error}>
        <Button onClick={refresh}>{t('common.actions.retry')}</Button>
      </ErrorNotice>
    );
  if (data === undefined) return <p className="quiet">{t('outbox.detail.attemptsLoading')}</p>;
  if (data.attempts.length === 0) return <p className="quiet">{t('outbox.detail.noAttempts')}</p>;
  return (
    <ol className="attempts" aria-label={t('outbox.detail.attempts')}>
      {data.attempts.map((attempt) => (
        <li key={`${attempt.startedAt} ${attempt.path} ${attempt.method}`}>
          <AttemptLine attempt={attempt} />
        </li>
      ))}
    </ol>
  );
}
