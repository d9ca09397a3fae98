import type { IncomingMessage } from 'node:http';

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns whether the Host header names this server.
 *
 * An attacker's name that resolves to the loopback address passes all other checks. So this one
 * precedes routing, files and sockets.
 */
export function namesUs(request: IncomingMessage, port: number): boolean {
  const { host } = request.headers;
  if (host === undefined) return false;
  return NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
}

/** Returns whether our page sent the request; browsers let no other page claim this. */
export function isFromOurPage(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return host !== undefined && origin === `http://${host}` && siteOf(request) !== 'foreign';
}

/**
 * Returns the origin of a request as the browser reports it.
 *
 * Older browsers report nothing for sockets.
 */
export function siteOf(request: IncomingMessage): 'ours' | 'foreign' | 'unsaid' {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined) return 'unsaid';
  return site === 'same-origin' ? 'ours' : 'foreign';
}

/** Returns whether a foreign page embeds a part of ours, such as a picture, a script or a frame. */
export function isBorrowed(request: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': dest } = request.headers;
  const foreign = site === 'cross-site' || site === 'same-site';
  return foreign && dest !== 'document';
}

/** Returns the path of a request; null for a full or malformed address. */
export function pathOf(request: IncomingMessage): string | null {
  const { url } = request;
  if (url === undefined || !url.startsWith('/') || url.startsWith('//')) return null;
  return url.split(/[?#]/, 1)[0] ?? null;
}
