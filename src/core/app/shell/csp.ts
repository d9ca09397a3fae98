import { randomBytes } from 'node:crypto';

/** What the built page holds in place of a nonce. */
const NONCE_MARK = '__CSP_NONCE__';

/** A nonce for one answer; never the same twice. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url');
}

/** Puts the nonce of this answer into the built page. */
export function withNonce(page: string, nonce: string): string {
  return page.replaceAll(NONCE_MARK, nonce);
}

/**
 * What the page may load: its own scripts and styles, pictures it made itself, nothing else.
 * `connect` names further places to speak to, such as the socket beside the page.
 */
export function contentSecurityPolicy(nonce: string, connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** What goes with every answer of a shell, whatever it holds. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};
