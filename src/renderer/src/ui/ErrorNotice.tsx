import { CircleAlert, Info, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { AppError, ErrorCode, ErrorData, ErrorWhy } from '#contract/errors.ts';
import { contentName } from '#formats/contents.ts';
import { stateSchema } from '#contract/operations.ts';
import type { TextKey } from '../i18n/i18n.ts';
import { formatDate } from '../i18n/format.ts';
import { language } from '../i18n/locale.ts';
import { issueValueText } from './errors/issueValueText.ts';
import { useExpected } from './errors/useExpected.ts';
import './notice.css';

interface Words {
  readonly title: TextKey;
  readonly next: TextKey;
  /** True when the core's English message helps the user. */
  readonly detail: boolean;
  readonly tone: 'bad' | 'ask' | 'hold';
}

function words<const C extends ErrorCode>(code: C, detail: boolean, tone: Words['tone'] = 'bad') {
  return { title: `errors.${code}.title`, next: `errors.${code}.next`, detail, tone } as const;
}

// A new error code needs a line and texts here, or this does not compile.
const WORDS = {
  offline: words('offline', false, 'ask'),
  timeout: words('timeout', false, 'ask'),
  'wrong-address': words('wrong-address', false),
  untrusted: words('untrusted', false),
  'client-certificate': words('client-certificate', false),
  'wrong-credentials': words('wrong-credentials', false),
  unauthorized: words('unauthorized', false, 'ask'),
  invalid: words('invalid', true),
  'not-found': words('not-found', false, 'ask'),
  ambiguous: words('ambiguous', false, 'ask'),
  'rejected-file': words('rejected-file', true),
  refused: words('refused', false),
  service: words('service', false, 'ask'),
  state: words('state', true, 'ask'),
  busy: words('busy', false, 'ask'),
  damaged: words('damaged', true),
  'disk-full': words('disk-full', false),
  'disk-failed': words('disk-failed', true),
  cancelled: words('cancelled', false, 'hold'),
  disconnected: words('disconnected', false, 'ask'),
  internal: words('internal', true),
} as const satisfies Readonly<Record<ErrorCode, Words>>;

interface ErrorNoticeProps {
  readonly error: AppError | ErrorData;
  /** Actions beside the error, such as a Retry button. */
  readonly children?: ReactNode;
}

/**
 * Shows an error with the next step.
 *
 * The service's own words are quoted unchanged.
 */
export function ErrorNotice({ error, children }: ErrorNoticeProps) {
  const { t } = useTranslation();
  const { title, next, tone } = WORDS[error.code];
  const { answer } = detailsOf(error);
  const issues = issuesOf(error);
  const own = ownText(t, error);
  const Icon = error.code === 'offline' ? WifiOff : tone === 'bad' ? CircleAlert : Info;
  return (
    <div className={`notice notice-${tone}`} role="alert">
      <Icon size={16} aria-hidden />
      <div className="notice-body">
        <strong>{t(title)}</strong>
        <p>{t(next)}</p>
        {own !== null && <p className="notice-detail">{own}</p>}
        <Issues issues={issues} />
        {answer !== undefined && answer !== '' && <Answer text={answer} />}
        {children !== undefined && <div className="notice-actions">{children}</div>}
      </div>
    </div>
  );
}

interface ErrorLineProps {
  readonly error: AppError | ErrorData;
  /**
   * Set when the line appears by itself.
   *
   * A strip announces its content already, and list rows are not announced.
   */
  readonly role?: 'alert';
}

/** Shows an error in one line, for a strip or a row. */
export function ErrorLine({ error, role }: ErrorLineProps) {
  const { t } = useTranslation();
  const { title, next } = WORDS[error.code];
  const own = detailsOf(error).answer ?? ownText(t, error);
  return (
    <span className="error-line" role={role}>
      <b>{t(title)}</b> {t(next)}
      {own !== null && own !== '' && <q className="error-answer">{own}</q>}
    </span>
  );
}

/** Returns an error as text for use inside a sentence. */
export function errorText(t: TFunction, error: AppError | ErrorData): string {
  return detailsOf(error).answer ?? ownText(t, error) ?? t(WORDS[error.code].title);
}

type Failure = AppError | ErrorData;

function detailsOf(error: Failure): AppError['details'] {
  return 'details' in error ? error.details : error;
}

/**
 * Returns the issues of an error.
 *
 * A rejected file gives its reason in one sentence instead.
 */
function issuesOf(error: Failure): NonNullable<ErrorData['issues']> {
  const { issues = [], why } = detailsOf(error);
  return why !== undefined && error.code === 'rejected-file' ? [] : issues;
}

/**
 * Returns the detail of an error beyond its code.
 *
 * An English message of the core is left out in other languages.
 */
function ownText(t: TFunction, error: Failure): string | null {
  const { why } = detailsOf(error);
  if (why !== undefined) return whyText(t, why);
  if (issuesOf(error).length > 0 || !WORDS[error.code].detail) return null;
  return error.code === 'internal' || language() === 'en' ? error.message : null;
}

/** Returns why an action failed. */
export function whyText(t: TFunction, { code, params }: ErrorWhy): string {
  const state = stateSchema.safeParse(params['state']);
  const said = state.success ? { state: t(`common.states.${state.data}`).toLowerCase() } : {};
  const content = contentName(params['holds']);
  const held = content === null ? {} : { content: content[language()] };
  const day = code === 'pfx-expired' ? { date: formatDate(params['date'] ?? 0) } : {};
  return t(`errors.why.${code}`, { ...params, ...day, ...said, ...held });
}

function Issues({ issues }: { readonly issues: NonNullable<ErrorData['issues']> }) {
  const { t } = useTranslation();
  const expectedText = useExpected();
  if (issues.length === 0) return null;
  return (
    <ul className="notice-issues">
      {issues.map((each) => (
        <li key={`${each.place} ${each.value}`}>
          {each.why === undefined ? (
            <>
              <b>{each.place}</b>{' '}
              {each.value !== '' && <code className="mono">{issueValueText(t, each)}</code>} →{' '}
              {expectedText(each)}
            </>
          ) : (
            whyText(t, each.why)
          )}
        </li>
      ))}
    </ul>
  );
}

/** Quotes the service's own words. */
export function Answer({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <figure className="answer">
      <figcaption className="unseen">{t('common.answered')}</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  );
}
