import { CircleAlert, Info, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError, ErrorCode, ErrorData } from '#contract/errors.ts';
import type { TextKey } from '../i18n/i18n.ts';
import './notice.css';

interface Words {
  readonly title: TextKey;
  readonly next: TextKey;
  /** The core's own sentence adds something that a person can use. */
  readonly detail: boolean;
  readonly tone: 'bad' | 'ask' | 'hold';
}

function words<const C extends ErrorCode>(code: C, detail: boolean, tone: Words['tone'] = 'bad') {
  return { title: `errors.${code}.title`, next: `errors.${code}.next`, detail, tone } as const;
}

// A new code of the contract must get a line here and its texts, or this does not compile.
const WORDS = {
  offline: words('offline', false, 'ask'),
  timeout: words('timeout', false, 'ask'),
  'wrong-address': words('wrong-address', false),
  'wrong-credentials': words('wrong-credentials', false),
  unauthorized: words('unauthorized', false, 'ask'),
  invalid: words('invalid', true),
  'not-found': words('not-found', true, 'ask'),
  ambiguous: words('ambiguous', true, 'ask'),
  'rejected-file': words('rejected-file', true),
  refused: words('refused', false),
  service: words('service', false, 'ask'),
  state: words('state', true, 'ask'),
  busy: words('busy', false, 'ask'),
  damaged: words('damaged', true),
  'disk-full': words('disk-full', false),
  cancelled: words('cancelled', false, 'hold'),
  disconnected: words('disconnected', false, 'ask'),
  internal: words('internal', true),
} as const satisfies Readonly<Record<ErrorCode, Words>>;

interface ErrorNoticeProps {
  readonly error: AppError | ErrorData;
  /** What can be done right here, such as a button to try again. */
  readonly children?: ReactNode;
}

/** An error in the person's words, with what to do next; what the service said stands as it said it. */
export function ErrorNotice({ error, children }: ErrorNoticeProps) {
  const { t } = useTranslation();
  const { title, next, detail, tone } = WORDS[error.code];
  const { issues = [], answer } = 'details' in error ? error.details : error;
  const Icon = error.code === 'offline' ? WifiOff : tone === 'bad' ? CircleAlert : Info;
  return (
    <div className={`notice notice-${tone}`} role="alert">
      <Icon size={16} aria-hidden />
      <div className="notice-body">
        <strong>{t(title)}</strong>
        <p>{t(next)}</p>
        {detail && issues.length === 0 && <p className="notice-detail">{error.message}</p>}
        <Issues issues={issues} />
        {answer !== undefined && answer !== '' && <Answer text={answer} />}
        {children !== undefined && <div className="notice-actions">{children}</div>}
      </div>
    </div>
  );
}

/** The same in one line, for a strip or a row. */
export function ErrorLine({ error }: { readonly error: AppError | ErrorData }) {
  const { t } = useTranslation();
  const { title, next, detail } = WORDS[error.code];
  const { answer } = 'details' in error ? error.details : error;
  const own = answer ?? (detail ? error.message : null);
  return (
    <span className="error-line">
      <b>{t(title)}</b> {t(next)}
      {own !== null && own !== '' && <q className="error-answer">{own}</q>}
    </span>
  );
}

function Issues({ issues }: { readonly issues: NonNullable<ErrorData['issues']> }) {
  if (issues.length === 0) return null;
  return (
    <ul className="notice-issues">
      {issues.map(({ place, value, expected }) => (
        <li key={`${place} ${value}`}>
          <b>{place}</b> {value !== '' && <code className="mono">{value}</code>} → {expected}
        </li>
      ))}
    </ul>
  );
}

/** The service's own words, quoted. */
export function Answer({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <figure className="answer">
      <figcaption className="unseen">{t('common.answered')}</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  );
}
