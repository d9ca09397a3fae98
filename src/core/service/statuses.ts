import type { NoWords } from '#contract/operations.ts';
import { ROUTING } from './notFoundSignatures.ts';
import {
  interceptedSentence,
  isCertificateMatter,
  isSuccess,
  movedTo,
  PAGE_CAME,
  seenElsewhere,
} from './reads.ts';
import { refusalFaults } from './refusalFaults.ts';
import type { NotAppliedCause, WriteOutcome } from './types.ts';
import { isHtml, MAX_WORDS, remarkOf, wordsOf } from './words.ts';
import type { Answer, Exchange, Interceptor } from '../platform/network.ts';

/** Every outcome of a write but `applied`. */
export type Unapplied = Exclude<WriteOutcome<object>, { readonly outcome: 'applied' }>;

const INVALID_TYPE = /invalid file type/i;

/**
 * Returns the outcome of a write that was not plainly accepted; null for a 2xx answer that is not a
 * web page.
 *
 * doc §7 gives no status to `Invalid file type`: its words count before the status.
 */
export function unapplied(exchange: Exchange, makes: boolean): Unapplied | null {
  if (!exchange.answered) return unanswered(exchange);
  const { answer } = exchange;
  const { status, interceptor } = answer;
  if (isSuccess(status)) return unaccepted(answer, makes);
  if (interceptor !== undefined && !mayBeDone(status))
    return notApplied(
      causeOf(interceptor),
      interceptedSentence(interceptor, answer),
      answer,
      interceptor === 'web-page' ? 'page' : interceptor,
    );
  const words = wordsOf(answer.body);
  if (INVALID_TYPE.test(words)) return refused(status, words);
  if (mayBeDone(status)) return unknown(status, seenElsewhere(answer), 'elsewhere');
  if (status >= 300 && status < 400)
    return notApplied('wrong-address', movedTo(answer), answer, 'moved');
  if (status === 401) return notApplied('unauthorized', words || 'Unauthorized', answer);
  if (status === 429) return notApplied('too-many', words || 'Too many requests', answer);
  if (status === 408 || status >= 500 || status < 200) return unknown(status, words);
  if (makes && status === 404 && isRouting(answer, words)) return misrouted(answer);
  return withFaults(refused(status, words), answer);
}

/** The statuses of a validation; another one, such as 409, says nothing of rules for values. */
const VALIDATION: ReadonlySet<number> = new Set([400, 422]);

function withFaults(outcome: Unapplied, { status, body }: Answer): Unapplied {
  return outcome.outcome === 'refused' && VALIDATION.has(status)
    ? { ...outcome, faults: refusalFaults(body) }
    : outcome;
}

/**
 * Returns whether a redirect may follow a completed write, as many services send it (RFC 9110
 * §15.4.4).
 */
function mayBeDone(status: number): boolean {
  return status === 302 || status === 303;
}

function unaccepted({ status, body }: Answer, makes: boolean): Unapplied | null {
  if (isHtml(body)) return unknown(status, PAGE_CAME, 'page');
  const remark = makes ? remarkOf(body) : '';
  return INVALID_TYPE.test(remark) ? refused(status, remark) : null;
}

/**
 * Returns whether a 404 to a create comes from a missing route: it is not in the service's own
 * words.
 */
function isRouting({ body }: Answer, words: string): boolean {
  return ROUTING.test(words) || body.length === 0 || isHtml(body);
}

function misrouted(answer: Answer): Unapplied {
  const message = 'The server does not know this address (404).';
  return notApplied('wrong-address', message, answer, 'misrouted');
}

function unanswered(exchange: Exchange & { readonly answered: false }): Unapplied {
  const { failure, message } = exchange;
  if (failure === 'offline') return notApplied('offline', message, null, failure);
  if (failure === 'certificate') return notApplied('untrusted', message, null, failure);
  if (isCertificateMatter(failure)) return notApplied('client-certificate', message, null, failure);
  if (failure === 'not-https' || failure === 'proxy-password')
    return notApplied('wrong-address', message, null, failure);
  if (failure === 'proxy-failed') return notApplied('offline', message, null, failure);
  return unknown(null, message, failure);
}

function causeOf(interceptor: Interceptor): NotAppliedCause {
  return isCertificateMatter(interceptor) ? 'client-certificate' : 'wrong-address';
}

function notApplied(
  cause: NotAppliedCause,
  message: string,
  answer: Answer | null,
  noWords?: NoWords,
): Unapplied {
  const held = withheld(cause, message, answer?.status ?? null, answer?.retryAfter ?? null);
  return noWords === undefined ? held : { ...held, noWords };
}

/** Returns the outcome of a write that surely had no effect. */
export function withheld(
  cause: NotAppliedCause,
  message: string,
  status: number | null,
  retryAfter: number | null,
): Unapplied {
  return { outcome: 'not-applied', cause, message, status, retryAfter };
}

/** Returns the outcome of a write that the service itself refused. */
export function refused(status: number, words: string): Unapplied {
  const message = words === '' ? `The server rejected the request (${status}).` : words;
  const said = { outcome: 'refused', status, message: message.slice(0, MAX_WORDS) } as const;
  return words === '' ? { ...said, noWords: 'silent' } : said;
}

/** Returns the outcome of a sent write whose answer settles nothing. */
export function unknown(status: number | null, words: string, noWords?: NoWords): Unapplied {
  const message = words === '' ? `The server responded ${status} without a message.` : words;
  const said = { outcome: 'unknown', status, message: message.slice(0, MAX_WORDS) } as const;
  const none = words === '' ? 'silent' : noWords;
  return none === undefined ? said : { ...said, noWords: none };
}
