import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Attempt } from '#contract/operations.ts';
import { formatDecimal, formatMoment } from '../../../i18n/format.ts';
import './attempts.css';

/** Shows one request with its time, outcome, duration and answer. */
export function AttemptLine({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useTranslation();
  const { startedAt, finishedAt, status, outcome } = attempt;
  return (
    <div className="attempts-line">
      <time className="num" dateTime={new Date(startedAt).toISOString()}>
        {formatMoment(startedAt)}
      </time>
      <span>
        {whatOf(t, attempt)}:{' '}
        <b data-outcome={outcome}>{t(`outbox.attempt.${outcome ?? 'open'}`)}</b>
        {status !== null && (
          <span className="quiet"> · {t('outbox.attempt.status', { status })}</span>
        )}
        {finishedAt !== null && (
          <span className="quiet"> · {tookText(t, finishedAt - startedAt)}</span>
        )}
        <code className="attempts-path mono quiet">
          {attempt.method} {attempt.path}
        </code>
      </span>
      <Came attempt={attempt} />
    </div>
  );
}

function Came({ attempt: { answer, noWords, outcome, status } }: { readonly attempt: Attempt }) {
  const { t } = useTranslation();
  if (noWords !== null)
    return <span className="attempts-none">{t(`outbox.noWords.${noWords}`)}</span>;
  if (answer === null || answer === '') return null;
  // Older entries have no reason for a missing answer: without a status the sentence comes from
  // Cabinet.
  if (status === null)
    return (
      <span className="attempts-none" lang="en">
        {answer}
      </span>
    );
  return <Said text={answer} quoted={outcome !== 'applied'} />;
}

// A refusal is quoted in full view; a returned record is folded.
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

function tookText(t: TFunction, ms: number): string {
  return ms < 1000
    ? t('outbox.attempt.ms', { ms })
    : t('outbox.attempt.seconds', { s: formatDecimal(String(Math.round(ms / 100) / 10)) });
}

function whatOf(t: TFunction, { method, path }: Attempt): string {
  if (path.endsWith('/upload_image')) return t('outbox.attempt.upload');
  return method === 'POST' || method === 'PATCH' || method === 'DELETE'
    ? t(`outbox.attempt.${method}`)
    : method;
}
