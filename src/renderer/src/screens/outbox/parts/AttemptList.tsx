import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Attempt, Operation } from '#contract/operations.ts';
import { formatClock, formatDate } from '../../../i18n/format.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { startOfDay } from '../useNow.ts';
import './attempts.css';

/** Every request of an operation with its time, what came of it and what the service said. */
export function AttemptList({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const { data } = useProcedure(
    'outbox.attempts',
    { operation: operation.id },
    { refreshOn: ['outbox.changed'], keep: false },
  );
  if (data === undefined) return <p className="quiet">{t('outbox.detail.attemptsLoading')}</p>;
  if (data.attempts.length === 0) return <p className="quiet">{t('outbox.detail.noAttempts')}</p>;
  return (
    <ol className="attempts" aria-label={t('outbox.detail.attempts')}>
      {data.attempts.map((attempt) => (
        <Line key={`${attempt.startedAt} ${attempt.path} ${attempt.method}`} attempt={attempt} />
      ))}
    </ol>
  );
}

function Line({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useTranslation();
  const { startedAt, status, outcome } = attempt;
  return (
    <li className="attempts-line">
      <time className="num" dateTime={new Date(startedAt).toISOString()}>
        {timeOf(startedAt)}
      </time>
      <span>
        {whatOf(t, attempt)}:{' '}
        <b data-outcome={outcome}>{t(`outbox.attempt.${outcome ?? 'open'}`)}</b>
        {status !== null && (
          <span className="quiet"> · {t('outbox.attempt.status', { status })}</span>
        )}
        <code className="attempts-path mono quiet">
          {attempt.method} {attempt.path}
        </code>
      </span>
      <Came attempt={attempt} />
    </li>
  );
}

function Came({ attempt: { answer, noWords, outcome, status } }: { readonly attempt: Attempt }) {
  const { t } = useTranslation();
  if (noWords !== null)
    return <span className="attempts-none">{t(`outbox.noWords.${noWords}`)}</span>;
  if (answer === null || answer === '') return null;
  // Written down before it was kept why there are no words: without a status the sentence is ours.
  if (status === null)
    return (
      <span className="attempts-none" lang="en">
        {answer}
      </span>
    );
  return <Said text={answer} quoted={outcome !== 'applied'} />;
}

// What the service said when it refused is the point; a record it sent back is only proof.
function Said({ text, quoted }: { readonly text: string; readonly quoted: boolean }) {
  const { t } = useTranslation();
  if (quoted && text.length < 300) return <q className="attempts-said">{text}</q>;
  return (
    <details className="attempts-answer">
      <summary>{t('outbox.attempt.answer')}</summary>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="mono scroll" tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}

function timeOf(at: number): string {
  const clock = formatClock(at);
  return startOfDay(at) === startOfDay(Date.now()) ? clock : `${formatDate(at)} ${clock}`;
}

function whatOf(t: TFunction, { method, path }: Attempt): string {
  if (path.endsWith('/upload_image')) return t('outbox.attempt.upload');
  return method === 'POST' || method === 'PATCH' || method === 'DELETE'
    ? t(`outbox.attempt.${method}`)
    : method;
}
