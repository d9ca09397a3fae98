import { AppError, why } from '#contract/errors.ts';
import type { ErrorCode, ErrorWhy } from '#contract/errors.ts';
import type { ParsedJson } from './json.ts';
import { readJsonList } from './json.ts';
import { isHtml, wordsOf } from './words.ts';
import type { Answer, Exchange, FailureKind, Interceptor } from '../platform/network.ts';

const CODES: Readonly<Record<FailureKind, ErrorCode>> = {
  offline: 'offline',
  certificate: 'untrusted',
  'not-https': 'wrong-address',
  'certificate-required': 'client-certificate',
  'certificate-refused': 'client-certificate',
  'proxy-password': 'wrong-address',
  'proxy-failed': 'offline',
  timeout: 'timeout',
  broken: 'offline',
  'too-large': 'service',
  cancelled: 'cancelled',
};

/**
 * Returns the answer of a read, also one with an error status about the record.
 *
 * Throws where the answer is not about the record: no connection, a redirect, 401, 408, 429.
 */
export function receive(exchange: Exchange): Answer {
  if (!exchange.answered) throw unansweredError(exchange);
  const { answer } = exchange;
  const { status } = answer;
  refuseIntercepted(answer);
  if (status >= 300 && status < 400) throw moved(answer);
  if (status === 401) throw failed('unauthorized', 'The session has ended; sign in again.', answer);
  if (status === 408) throw failed('timeout', 'The server timed out (408).', answer);
  if (status === 429) throw tooMany(answer);
  if (isSuccess(status) && isHtml(answer.body)) throw page(answer);
  return answer;
}

/** Failures whose reason explains more to the user than their code. */
const REASONS: Partial<Readonly<Record<FailureKind, ErrorWhy['code']>>> = {
  certificate: 'certificate',
  'not-https': 'not-https',
  'certificate-required': 'certificate-required',
  'certificate-refused': 'certificate-refused',
  'proxy-password': 'proxy-password',
  'proxy-failed': 'proxy-failed',
};

function unansweredError({ failure, message }: Exchange & { readonly answered: false }): AppError {
  const reason = REASONS[failure];
  return new AppError(CODES[failure], message, reason === undefined ? {} : { why: why(reason) });
}

/** The sentence for a web page in place of data: a captive portal, or another site. */
export const PAGE_CAME =
  'A web page responded instead of the server. Check the address and the network.';

const INTERCEPTED: Readonly<Record<Interceptor, string>> = {
  'web-page': PAGE_CAME,
  'network-sign-in':
    'Something in the network responds instead of the server. Sign in to the network. If the server has moved, enter its new address.',
  'proxy-password': 'A proxy in the network requires a password.',
  'certificate-required': 'A gateway before the server requires a client certificate.',
  'certificate-refused': 'A gateway before the server refused the client certificate.',
};

/** Returns whether a failure or an interceptor is about the client certificate. */
export function isCertificateMatter(
  found: FailureKind | Interceptor,
): found is 'certificate-required' | 'certificate-refused' {
  return found === 'certificate-required' || found === 'certificate-refused';
}

/** Returns the sentence for an answer that did not come from the service. */
export function interceptedSentence(interceptor: Interceptor, answer: Answer): string {
  const target = interceptor === 'network-sign-in' && answer.location !== null;
  const led = target ? ` It leads to ${targetOf(answer)} (${answer.status}).` : '';
  return `${INTERCEPTED[interceptor]}${led}`;
}

/**
 * Throws `wrong-address` if another system answered, or `client-certificate` if a gateway asks for
 * a certificate: the outcome of the request is then not known.
 */
export function refuseIntercepted(answer: Answer): void {
  const { interceptor, status, body } = answer;
  if (interceptor === undefined) return;
  const code = isCertificateMatter(interceptor) ? 'client-certificate' : 'wrong-address';
  throw new AppError(code, interceptedSentence(interceptor, answer), {
    status,
    answer: wordsOf(body),
    why: why(interceptor),
  });
}

/**
 * Returns the JSON of a successful read; throws `service`, `refused` or `wrong-address` for
 * everything else.
 */
export function expectJson(answer: Answer, limit: number): ParsedJson {
  const { status, body } = answer;
  if (status >= 500) throw failed('service', `The server reported an error (${status}).`, answer);
  if (status === 404)
    throw failed('wrong-address', 'The server does not know this address (404).', answer);
  if (!isSuccess(status))
    throw failed('refused', `The server rejected the request (${status}).`, answer);
  const reading = readJsonList(body, limit);
  if (!reading.readable) throw failed('service', `The answer ${reading.why}.`, answer);
  return reading;
}

/** Returns the error for a readable answer of an unexpected form. */
export function unfit(answer: Answer, expected: string): AppError {
  return failed('service', `The answer is not ${expected}.`, answer);
}

/** Returns whether a status means success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns the pause that the service asked for, in milliseconds; null where it did not. */
export function retryAfterOf(error: AppError): number | null {
  return error.cause instanceof Pause ? error.cause.milliseconds : null;
}

/** The value of `Retry-After`, carried as the cause of an `AppError`. */
class Pause {
  readonly milliseconds: number | null;

  constructor(milliseconds: number | null) {
    this.milliseconds = milliseconds;
  }
}

/** Returns the sentence that shows the user the target of a redirect. */
export function movedTo(answer: Answer): string {
  return `The server address has changed to ${targetOf(answer)} (${answer.status}). Enter the new address.`;
}

/** Returns the sentence for a write that was answered with a redirect to its result. */
export function seenElsewhere(answer: Answer): string {
  return `The server redirected the request to ${targetOf(answer)} (${answer.status}).`;
}

function targetOf({ location }: Answer): string {
  return location === null ? 'nowhere' : location.replace(/\/\/[^/@]*@/, '//').slice(0, 200);
}

function moved(answer: Answer): AppError {
  return failed('wrong-address', movedTo(answer), answer);
}

function page(answer: Answer): AppError {
  const { code, message, details } = failed('wrong-address', PAGE_CAME, answer);
  return new AppError(code, message, { ...details, why: why('web-page') });
}

function tooMany(answer: Answer): AppError {
  const { status, retryAfter } = answer;
  const cause = new Pause(retryAfter);
  const message = 'The server asked to wait (429).';
  return new AppError('service', message, { status, answer: wordsOf(answer.body) }, { cause });
}

function failed(code: ErrorCode, sentence: string, { status, body }: Answer): AppError {
  const words = wordsOf(body);
  const message = words === '' ? sentence : `${sentence} Server message: ${words}`;
  return new AppError(code, message, { status, answer: words });
}
