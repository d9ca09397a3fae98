import { isHtml } from './words.ts';
import type { Interceptor } from '../platform/network.ts';

/** The parts of an answer that show whether it came from the service. */
interface Received {
  readonly status: number;
  readonly body: Buffer;
  /** The header `WWW-Authenticate`. */
  readonly challenge: string | null;
  readonly location: string | null;
}

/**
 * A scheme by which a gateway asks a browser; the service itself takes a bearer token (doc §5.2).
 */
const GATEWAY_SCHEME = /^\s*(?:basic|digest|ntlm|negotiate|kerberos)\b/i;

/**
 * Returns the system that answered in place of the service; null if the service may have answered.
 *
 * The service never answers 403 (doc §7), 407 or 511, and a web page with status 403 comes from a
 * firewall.
 */
export function interceptorOf(received: Received, base: URL): Interceptor | null {
  const { status, body, challenge, location } = received;
  const asked = certificateAsked(status, body);
  if (asked !== null) return asked;
  if (status === 407) return 'proxy-password';
  if (status === 511) return 'network-sign-in';
  if (status === 403 && isHtml(body)) return 'web-page';
  if (status === 401 && GATEWAY_SCHEME.test(challenge ?? '')) return 'web-page';
  if (status >= 300 && status < 400 && leavesHost(location, base)) return 'network-sign-in';
  return null;
}

/** The titles of nginx, which accepts every handshake and then answers in place of the service. */
const GATEWAY_TITLES = [
  [/<title>400 No required SSL certificate was sent<\/title>/i, 'certificate-required'],
  [/<title>400 The SSL certificate error<\/title>/i, 'certificate-refused'],
] as const;
/** The title stands at the beginning. */
const TITLE_WITHIN = 500;

/** Returns what a gateway says about the client certificate; null if it says nothing of it. */
function certificateAsked(status: number, body: Buffer): Interceptor | null {
  if (status !== 400 || !isHtml(body)) return null;
  const head = body.toString('latin1', 0, TITLE_WITHIN);
  return GATEWAY_TITLES.find(([title]) => title.test(head))?.[1] ?? null;
}

/**
 * Returns whether a redirect leads to another host; a change from http to https on the same host
 * does not.
 */
function leavesHost(location: string | null, base: URL): boolean {
  const target = location === null ? null : URL.parse(location, base.href);
  if (target === null || target.host === base.host) return false;
  const isUpgrade = base.protocol === 'http:' && target.protocol === 'https:';
  return !(isUpgrade && target.hostname === base.hostname);
}
