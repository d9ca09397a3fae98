import type { IncomingMessage } from 'node:http';

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Tells whether a request names this server and nobody else. A name that an attacker points at the
 * loopback address passes every other check, so this one comes before routing, files and sockets.
 */
export function namesUs(request: IncomingMessage, port: number): boolean {
  const { host } = request.headers;
  if (host === undefined) return false;
  return NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
}

/** Tells whether a page of ours sent the request; a browser never lets another page claim so. */
export function isFromOurPage(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return host !== undefined && origin === `http://${host}` && siteOf(request) !== 'foreign';
}

/** What the browser says about where a request comes from; older sockets say nothing. */
export function siteOf(request: IncomingMessage): 'ours' | 'foreign' | 'unsaid' {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined) return 'unsaid';
  return site === 'same-origin' ? 'ours' : 'foreign';
}

/** Tells whether a page of somebody else asks for a part of ours: a picture, a script, a frame. */
export function isBorrowed(request: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': dest } = request.headers;
  const foreign = site === 'cross-site' || site === 'same-site';
  return foreign && dest !== 'document';
}

/** The path of a request as it was sent; null for a whole address or a malformed one. */
export function pathOf(request: IncomingMessage): string | null {
  const { url } = request;
  if (url === undefined || !url.startsWith('/') || url.startsWith('//')) return null;
  return url.split(/[?#]/, 1)[0] ?? null;
}
