import { CircleAlert, Info, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { AppError, ErrorCode, ErrorData, ErrorWhy } from '#contract/errors.ts';
import { contentName } from '#formats/contents.ts';
import { stateSchema } from '#contract/operations.ts';
import type { TextKey } from '../i18n/i18n.ts';
import { language } from '../i18n/locale.ts';
import { issueValueText } from './errors/issueValueText.ts';
import { useExpected } from './errors/useExpected.ts';
import './notice.css';

interface Words {
  readonly title: TextKey;
  readonly next: TextKey;
  /** The core's own English sentence adds something that a person can use. */
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
  untrusted: words('untrusted', false),
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
  /** What can be done right here, such as a button to try again. */
  readonly children?: ReactNode;
}

/** An error in the person's words, with what to do next; what the service said stands as it said it. */
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
  /** Reads it out where it appears by itself; a strip does that for what is in it, and a list not for each row. */
  readonly role?: 'alert';
}

/** The same in one line, for a strip or a row. */
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

/** The same as a text, to stand inside a sentence. */
export function errorText(t: TFunction, error: AppError | ErrorData): string {
  return detailsOf(error).answer ?? ownText(t, error) ?? t(WORDS[error.code].title);
}

type Failure = AppError | ErrorData;

function detailsOf(error: Failure): AppError['details'] {
  return 'details' in error ? error.details : error;
}

/** A file that was refused says why in one sentence; its place is where it is shown. */
function issuesOf(error: Failure): NonNullable<ErrorData['issues']> {
  const { issues = [], why } = detailsOf(error);
  return why !== undefined && error.code === 'rejected-file' ? [] : issues;
}

/** What there is to say beyond the code. A sentence of the core that nobody has put into this language is left out. */
function ownText(t: TFunction, error: Failure): string | null {
  const { why } = detailsOf(error);
  if (why !== undefined) return whyText(t, why);
  if (issuesOf(error).length > 0 || !WORDS[error.code].detail) return null;
  return error.code === 'internal' || language() === 'en' ? error.message : null;
}

/** Why something could not be done. */
export function whyText(t: TFunction, { code, params }: ErrorWhy): string {
  const state = stateSchema.safeParse(params['state']);
  const said = state.success ? { state: t(`common.states.${state.data}`).toLowerCase() } : {};
  const content = contentName(params['holds']);
  const what = content === null ? {} : { what: content[language()] };
  return t(`errors.why.${code}`, { ...params, ...said, ...what });
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
              {expectedText(each.expected)}
            </>
          ) : (
            whyText(t, each.why)
          )}
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
