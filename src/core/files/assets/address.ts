import { isPublicName } from '../../service/publicAddress.ts';

const LONGEST = 2000;
const CONTROL = /\p{Cc}/u;

/**
 * Returns the request path for a path stored by the service, every part encoded; null for any other
 * string.
 *
 * A string of the service is data. No part of it may lead out of its folder, name a host or start a
 * query.
 */
export function requestPath(stored: string): string | null {
  if (stored.length > LONGEST || CONTROL.test(stored) || !stored.isWellFormed()) return null;
  if (/^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(stored)) return null;
  const parts = stored.split(/[/\\]/).filter((part) => part !== '');
  if (parts.length === 0 || parts.some((part) => part === '.' || part === '..')) return null;
  return `/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

/**
 * Returns the address of a stored path, under the configured base or the service's own.
 *
 * A whole address is accepted only under the same origin. Null for any other string.
 */
export function assetUrl(base: string, stored: string): URL | null {
  const root = URL.parse(base);
  if (root === null || !/^https?:$/.test(root.protocol)) return null;
  const whole = /^https?:\/\//i.test(stored) ? URL.parse(stored) : null;
  if (whole !== null) return isSameOrigin(whole, root) ? bare(whole) : null;
  const path = requestPath(stored);
  if (path === null) return null;
  return URL.parse(root.origin + root.pathname.replace(/\/+$/, '') + path);
}

function isSameOrigin(one: URL, other: URL): boolean {
  return one.origin === other.origin && one.username === '' && one.password === '';
}

function bare(url: URL): URL {
  url.hash = '';
  return url;
}

/**
 * Returns the target of a redirect; null where it is not allowed.
 *
 * Allowed are the same origin, http to https of the same host, and another https host. Addresses of
 * the local network are not followed unless the user set them: a service could otherwise read that
 * network through Cabinet.
 */
export function redirectTarget(from: URL, location: string): URL | null {
  const to = URL.parse(location, from.href);
  if (to === null || to.username !== '' || to.password !== '') return null;
  if (to.origin === from.origin) return to;
  if (to.protocol !== 'https:') return null;
  return isUpgrade(from, to) || isPublicName(to.hostname) ? to : null;
}

/** Returns whether a redirect goes from http to https of the same host. */
function isUpgrade(from: URL, to: URL): boolean {
  const isSecured = from.protocol === 'http:' && to.protocol === 'https:' && to.port === '';
  return isSecured && from.hostname === to.hostname;
}

/**
 * Returns which addresses a request may connect to: any for the host that the user set, else public
 * ones.
 */
export function reachOf(set: URL, at: URL): 'any' | 'public' {
  return at.origin === set.origin || isUpgrade(set, at) ? 'any' : 'public';
}
