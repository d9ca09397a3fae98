import { randomBytes } from 'node:crypto';

/** Placeholder of the nonce in the built page. */
export const NONCE_MARK = '__CSP_NONCE__';

/** Returns a new nonce for one response. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url');
}

/** Puts the nonce of a response into the built page. */
export function withNonce(page: string, nonce: string): string {
  return page.replaceAll(NONCE_MARK, nonce);
}

/**
 * Returns the content security policy of the page.
 *
 * The page may load its own scripts and styles and pictures that it made, and show the frame that
 * draws SVG files. `connect` lists further addresses to connect to, such as the socket beside the
 * page.
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
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Security headers of every response of a shell. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};
