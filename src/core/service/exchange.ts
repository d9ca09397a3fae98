import { TLSSocket } from 'node:tls';
import { isAxiosError } from 'axios';
import type { FailureKind, Exchange } from '../platform/network.ts';

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
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

/** Sorts what was thrown in place of an answer; `known` is the caller's own reason, which comes first. */
export function failureOf(thrown: unknown, host: string, known: FailureKind | null): Exchange {
  const code = isAxiosError(thrown) ? (thrown.code ?? '') : '';
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const failure = known ?? kindOf(thrown, code, text);
  return { answered: false, failure, message: SENTENCES[failure](host, code || text) };
}

function kindOf(thrown: unknown, code: string, text: string): FailureKind {
  const syscall = syscallOf(thrown);
  if (NOT_SENT.has(code) && !MOVING.has(syscall)) return 'offline';
  // The operating system gave up on the connection itself, so nothing was sent.
  if (code === 'ETIMEDOUT' && syscall === 'connect') return 'offline';
  if (CERTIFICATE.test(code) && !wasSecured(thrown))
    return NO_TLS.test(text) ? 'not-https' : 'certificate';
  if (text.startsWith('maxContentLength')) return 'too-large';
  if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') return 'timeout';
  return 'broken';
}

/** How OpenSSL names bytes that are no TLS record, as a plain http server sends them. */
const NO_TLS = /wrong version number|packet length too long|http request|unexpected message/i;

/** A connection that stood also ends as unreachable when its network goes: what it carried may have arrived. */
const MOVING = new Set<unknown>(['read', 'write']);

/** What the operating system was asked for when it failed. */
function syscallOf(thrown: unknown): unknown {
  const cause = thrown instanceof Error ? thrown.cause : null;
  return cause instanceof Error && 'syscall' in cause ? cause.syscall : null;
}

/** A connection that was secured has carried the request, however it broke behind that. */
function wasSecured(thrown: unknown): boolean {
  const request: unknown = isAxiosError(thrown) ? thrown.request : null;
  if (typeof request !== 'object' || request === null || !('socket' in request)) return false;
  return request.socket instanceof TLSSocket && request.socket.authorized;
}

const SENTENCES: Readonly<Record<FailureKind, (host: string, why: string) => string>> = {
  offline: (host, why) => `${host} cannot be reached (${why}).`,
  certificate: (host, why) =>
    `No secure connection to ${host}: its certificate is not accepted (${why}).`,
  'not-https': (host) => `${host} does not speak https. Check the address and the port.`,
  timeout: (host) => `${host} did not answer in time.`,
  broken: (host, why) => `The connection to ${host} broke before an answer came (${why}).`,
  'too-large': (host) => `The answer of ${host} is larger than an answer of this kind may be.`,
  cancelled: (host) => `The request to ${host} was cancelled.`,
};

/** Reads `Retry-After`, seconds or a date (RFC 9110); at most a day, null where it says nothing. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), 86_400_000);
}

/** When an answer was given, by the clock of whoever gave it: a time that it names is one of that clock. */
export function saidAt(date: string | null, now: number): number {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? now : time;
}
