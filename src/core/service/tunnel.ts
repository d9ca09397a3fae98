import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { ProxyCredentials, ProxyServer } from '../platform/network.ts';
import { noteVersion } from './certificateAlert.ts';
import { CERTIFICATE } from './exchange.ts';
import { ProxyError } from './proxyError.ts';

/**
 * The longest time for a tunnel, in milliseconds.
 *
 * It is shorter than the time limit of every request, so a slow proxy is not taken for a service
 * that did not answer.
 */
const TUNNEL_MS = 15_000;

/** Returns the value of `Proxy-Authorization` (RFC 7617). */
export function basicAuthorization({ user, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/**
 * Connects to https services through the tunnel of a proxy (`CONNECT`, RFC 9110 §9.3.6).
 *
 * A request gets its connection only after the service's certificate was checked. Every failure
 * before that is a `ProxyError` or a fault of the certificate: nothing of the request was sent. The
 * agent that axios brings along returns a refusal of the proxy as an answer of the service.
 */
export class TunnelAgent extends https.Agent {
  readonly #proxy;
  readonly #tunnelMs;

  constructor(proxy: ProxyServer, options: https.AgentOptions, tunnelMs = TUNNEL_MS) {
    super(options);
    this.#proxy = proxy;
    this.#tunnelMs = tunnelMs;
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): null {
    this.#connect(options).then(
      (socket) => callback?.(null, socket),
      // The type of Node asks for a stream beside the error; it is not used.
      (thrown: unknown) => callback?.(asError(thrown), new PassThrough().destroy()),
    );
    return null;
  }

  async #connect(options: RequestOptions): Promise<Duplex> {
    const deadline = AbortSignal.timeout(this.#tunnelMs);
    const { address } = this.#proxy;
    const socket = await openTunnel(this.#proxy, authorityOf(options), deadline);
    const secure = super.createConnection(Object.assign({ socket }, options));
    if (!(secure instanceof TLSSocket)) throw new ProxyError('proxy-failed', address, 'no TLS');
    try {
      await once(secure, 'secureConnect', { signal: deadline });
      noteVersion(secure);
      return secure;
    } catch (thrown) {
      secure.destroy();
      const reason = reasonOf(thrown);
      if (CERTIFICATE.test(reason)) throw thrown;
      throw new ProxyError('proxy-failed', address, reason, { cause: thrown });
    }
  }
}

/** Returns host and port as `CONNECT` names them. */
function authorityOf({ host, port }: RequestOptions): string {
  const name = host ?? '';
  return `${name.includes(':') ? `[${name}]` : name}:${port ?? 443}`;
}

async function openTunnel(
  proxy: ProxyServer,
  authority: string,
  deadline: AbortSignal,
): Promise<Duplex> {
  try {
    return await requestTunnel(proxy, authority, deadline);
  } catch (thrown) {
    if (thrown instanceof ProxyError) throw thrown;
    throw new ProxyError('proxy-failed', proxy.address, reasonOf(thrown), { cause: thrown });
  }
}

function requestTunnel(
  proxy: ProxyServer,
  authority: string,
  signal: AbortSignal,
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const request = requestTo(proxy, { method: 'CONNECT', path: authority, signal }, authority);
    request.once('error', reject);
    request.once('close', () => reject(new Error('it ended the connection')));
    request.once('connect', (answer, socket, head) => {
      const { statusCode: status = 0, headers } = answer;
      if (status >= 200 && status < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(refusalOf(proxy, status, headers['proxy-authenticate']));
    });
    request.end();
  });
}

/** Returns the error for the answer of a proxy that did not do what it was asked. */
export function refusalOf(
  { address }: ProxyServer,
  status: number,
  challenge: string | readonly string[] | undefined,
): ProxyError {
  if (status !== 407) return new ProxyError('proxy-failed', address, `HTTP ${status}`);
  const schemes = [challenge ?? []].flat().join(', ');
  const takesPassword = schemes === '' || /\bbasic\b/i.test(schemes);
  return takesPassword
    ? new ProxyError('proxy-password', address, `HTTP ${status}`)
    : new ProxyError('proxy-failed', address, `HTTP 407, it does not offer the sign-in Basic`);
}

/**
 * Returns the name that the certificate of an https proxy must have; empty for an IP address.
 *
 * Otherwise Node takes the name of the service from the header `Host`. With an empty name it checks
 * the certificate against the IP address.
 */
export function serverNameOf(address: string): string {
  const { hostname } = new URL(address);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : '';
}

type Headers = Readonly<Record<string, string>>;

/** Creates a request to the proxy itself; `host` is the host that the proxy shall reach. */
export function requestTo(
  { address, credentials }: ProxyServer,
  options: Pick<RequestOptions, 'method' | 'path' | 'signal'> & { readonly headers?: Headers },
  host: string,
): http.ClientRequest {
  const { protocol, hostname, port } = new URL(address);
  const { request } = protocol === 'https:' ? https : http;
  return request({
    ...options,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? undefined : port,
    agent: false,
    rejectUnauthorized: true,
    ...(protocol === 'https:' && { servername: serverNameOf(address) }),
    headers: {
      ...options.headers,
      Host: host,
      'User-Agent': 'Cabinet',
      ...(credentials !== null && { 'Proxy-Authorization': basicAuthorization(credentials) }),
    },
  });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === 'AbortError') return 'it did not answer in time';
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
}
