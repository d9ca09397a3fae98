import { isPublicName } from '../../service/publicAddress.ts';

const LONGEST = 2000;
const CONTROL = /\p{Cc}/u;

/**
 * The path of a request for a path that the service stored, every part encoded; null for what is no
 * path of a file. A string of the service is data: no part of it may lead out of its folder, name a
 * host or start a query.
 */
export function requestPath(stored: string): string | null {
  if (stored.length > LONGEST || CONTROL.test(stored) || !stored.isWellFormed()) return null;
  if (/^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(stored)) return null;
  const parts = stored.split(/[/\\]/).filter((part) => part !== '');
  if (parts.length === 0 || parts.some((part) => part === '.' || part === '..')) return null;
  return `/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

/**
 * The address at which a stored path is asked for, under the base that was set or the service's own.
 * A whole address is taken only where it lies under the same origin. Null for what is no address.
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
 * Where a redirect may lead: within its origin, from http to https of the same host, or to another
 * https host. Never to an address of this network that the person did not set: a service could read
 * it through us. Null where it may not.
 */
export function redirectTarget(from: URL, location: string): URL | null {
  const to = URL.parse(location, from.href);
  if (to === null || to.username !== '' || to.password !== '') return null;
  if (to.origin === from.origin) return to;
  if (to.protocol !== 'https:') return null;
  return isUpgrade(from, to) || isPublicName(to.hostname) ? to : null;
}

/** From http to https of the same host. */
function isUpgrade(from: URL, to: URL): boolean {
  const isSecured = from.protocol === 'http:' && to.protocol === 'https:' && to.port === '';
  return isSecured && from.hostname === to.hostname;
}

/** How far a request may reach: to the host that a person set, wherever it is; else to public addresses. */
export function reachOf(set: URL, at: URL): 'any' | 'public' {
  return at.origin === set.origin || isUpgrade(set, at) ? 'any' : 'public';
}
