import { TLSSocket } from 'node:tls';
import { isAxiosError } from 'axios';
import type { FailureKind, Exchange } from '../platform/network.ts';
import { asksCertificate, isBeforeRequest } from './certificateAlert.ts';
import { proxyErrorOf } from './proxyError.ts';

const NOT_SENT = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ECONNREFUSED',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
]);
/** Error codes of a certificate or of TLS. */
export const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

/**
 * Classifies an error thrown instead of an answer; the caller's own reason `known` takes
 * precedence.
 */
export function failureOf(thrown: unknown, host: string, known: FailureKind | null): Exchange {
  const code = isAxiosError(thrown) ? (thrown.code ?? '') : '';
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const proxyError = proxyErrorOf(thrown);
  if (known === null && proxyError !== null)
    return { answered: false, failure: proxyError.failure, message: proxyError.message };
  const failure = known ?? kindOf(thrown, code, text);
  return { answered: false, failure, message: SENTENCES[failure](host, code || text) };
}

function kindOf(thrown: unknown, code: string, text: string): FailureKind {
  const syscall = syscallOf(thrown);
  if (NOT_SENT.has(code) && !MOVING.has(syscall)) return 'offline';
  // The operating system gave up while connecting, so nothing was sent.
  if (code === 'ETIMEDOUT' && syscall === 'connect') return 'offline';
  const secured = securedSocket(thrown);
  const isAsked = CERTIFICATE.test(code) && asksCertificate(`${code} ${text}`);
  if (isAsked && (secured === null || isBeforeRequest(secured, code)))
    return 'certificate-required';
  if (CERTIFICATE.test(code) && secured === null)
    return NO_TLS.test(text) ? 'not-https' : 'certificate';
  if (text.startsWith('maxContentLength')) return 'too-large';
  if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') return 'timeout';
  return 'broken';
}

/** OpenSSL's words for bytes that are no TLS record, as a plain http server sends them. */
const NO_TLS = /wrong version number|packet length too long|http request|unexpected message/i;

/**
 * Calls of an open connection. They also report "unreachable" when the network drops; sent data may
 * have arrived.
 */
const MOVING = new Set<unknown>(['read', 'write']);

/** Returns the system call that failed. */
function syscallOf(thrown: unknown): unknown {
  const cause = thrown instanceof Error ? thrown.cause : null;
  return cause instanceof Error && 'syscall' in cause ? cause.syscall : null;
}

/**
 * Returns the TLS connection if it was established: the request may then have been sent despite a
 * later error. Null if it was not.
 */
function securedSocket(thrown: unknown): TLSSocket | null {
  const request: unknown = isAxiosError(thrown) ? thrown.request : null;
  if (typeof request !== 'object' || request === null || !('socket' in request)) return null;
  const { socket } = request;
  return socket instanceof TLSSocket && socket.authorized ? socket : null;
}

const SENTENCES: Readonly<Record<FailureKind, (host: string, why: string) => string>> = {
  offline: (host, why) => `${host} cannot be reached (${why}).`,
  certificate: (host, why) =>
    `No secure connection to ${host}: its certificate is not accepted (${why}).`,
  'not-https': (host) => `${host} does not speak https. Check the address and the port.`,
  'certificate-required': (host, why) => `${host} requires a client certificate (${why}).`,
  'certificate-refused': (host) => `${host} refused the client certificate.`,
  'proxy-password': () => 'A proxy in the network requires a password.',
  'proxy-failed': (host, why) => `The proxy did not connect to ${host} (${why}).`,
  timeout: (host) => `${host} did not answer in time.`,
  broken: (host, why) => `The connection to ${host} broke before an answer came (${why}).`,
  'too-large': (host) => `The answer of ${host} is larger than an answer of this kind may be.`,
  cancelled: (host) => `The request to ${host} was cancelled.`,
};

/** Renames the result of a request that presented a client certificate: the service refused it. */
export function refusedCertificate(exchange: Exchange, host: string): Exchange {
  if (!exchange.answered) {
    if (exchange.failure !== 'certificate-required') return exchange;
    const failure = 'certificate-refused';
    return { answered: false, failure, message: SENTENCES[failure](host, '') };
  }
  const { answer } = exchange;
  if (answer.interceptor !== 'certificate-required') return exchange;
  return { answered: true, answer: { ...answer, interceptor: 'certificate-refused' } };
}

/**
 * Reads `Retry-After`, seconds or a date (RFC 9110), in milliseconds.
 *
 * Returns at most a day; null where it cannot be read.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  // A date has a name of a month; `Date.parse` also takes `-5`.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) - now : Number.NaN;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : date;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), 86_400_000);
}

/**
 * Returns the time of an answer by the sender's clock; dates in its other headers use that clock.
 */
export function saidAt(date: string | null, now: number): number {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? now : time;
}
