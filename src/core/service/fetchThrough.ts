import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import type { FetchFile } from '../platform/platform.ts';
import type { ClientCertificate, ProxyServer } from '../platform/network.ts';
import { answerTo, responseOf, UNCOMPRESSED } from './fetchPublic.ts';
import { isPublicAddress, isPublicName, NOT_PUBLIC } from './publicAddress.ts';
import { ProxyError, proxyErrorOf } from './proxyError.ts';
import { identityOf } from './secureAgent.ts';
import { refusalOf, requestTo, TunnelAgent } from './tunnel.ts';

type Resolve = (hostname: string, options: { readonly all: true }) => Promise<LookupAddress[]>;

/**
 * Requests a file through a proxy, as `fetch` does; redirects are not followed.
 *
 * The proxy resolves the name, so the address of the connection cannot be checked here. A `public`
 * request is therefore https to a public name that this computer does not know as a local one. A
 * local server could not prove that it is this name, so it gets no request.
 */
export async function fetchThrough(
  proxy: ProxyServer,
  url: URL,
  { headers, signal }: RequestInit,
  reach: Parameters<FetchFile>[2],
  resolve: Resolve = systemLookup,
  certificate: ClientCertificate | null = null,
): Promise<Response> {
  const sent = { ...Object.fromEntries(new Headers(headers)), ...UNCOMPRESSED };
  try {
    if (reach === 'public') await refuseInside(url, resolve);
    const asked = { headers: sent, signal: signal ?? undefined, certificate };
    const answer = await answerThrough(proxy, url, asked);
    // An answer inside a tunnel comes from the server of the file.
    if (answer.statusCode === 407 && url.protocol === 'http:') {
      answer.resume();
      throw refusalOf(proxy, 407, answer.headers['proxy-authenticate']);
    }
    await proxy.noteResult('connected');
    return responseOf(answer);
  } catch (thrown) {
    throw await fetchFailed(withoutProxy(thrown, proxy), proxy);
  }
}

/** Returns the error of `fetch` for a cause, and tells the proxy's owner of it. */
async function fetchFailed(cause: unknown, proxy: ProxyServer): Promise<TypeError> {
  await proxy.noteResult(proxyErrorOf(cause)?.failure ?? 'unknown');
  return new TypeError('fetch failed', { cause });
}

interface Sent {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal | undefined;
  /** Presented inside a tunnel only. */
  readonly certificate: ClientCertificate | null;
}

function answerThrough(
  proxy: ProxyServer,
  url: URL,
  { headers, signal, certificate }: Sent,
): Promise<IncomingMessage> {
  // A kept connection could be reused by requests that skip the check of the name.
  const options = { keepAlive: false, rejectUnauthorized: true, ...identityOf(certificate) };
  return answerTo(
    url.protocol === 'https:'
      ? request(url, { agent: new TunnelAgent(proxy, options), headers, signal })
      : requestTo(proxy, { path: url.href, headers, signal }, url.host),
  );
}

/** Throws an error with the code `NOT_PUBLIC` for a name of this computer or its network. */
async function refuseInside({ protocol, hostname }: URL, resolve: Resolve): Promise<void> {
  const isOpen = protocol === 'https:' && isPublicName(hostname);
  // In many companies only the proxy can resolve names of the internet.
  const found =
    isOpen && isIP(hostname) === 0 ? await resolve(hostname, { all: true }).catch(() => []) : [];
  const isInside = found.length > 0 && !found.some(({ address }) => isPublicAddress(address));
  if (isOpen && !isInside) return;
  const message = `${hostname} has no public address`;
  throw Object.assign(new Error(message), { code: NOT_PUBLIC });
}

const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Returns a proxy error for a connection that failed; it was a connection to the proxy. */
function withoutProxy(thrown: unknown, { address }: ProxyServer): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (!UNREACHED.has(code)) return thrown;
  return new ProxyError('proxy-failed', address, code, { cause: thrown });
}
