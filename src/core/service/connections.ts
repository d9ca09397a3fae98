import { Agent as PlainAgent } from 'node:http';
import type { AxiosProxyConfig, AxiosRequestConfig } from 'axios';
import type { ClientCertificate, ProxyServer } from '../platform/network.ts';
import { trustComputer } from './authorities.ts';
import { identityOf, SecureAgent } from './secureAgent.ts';
import { serverNameOf, TunnelAgent } from './tunnel.ts';

/**
 * Routers drop idle connections silently; the outcome of a write sent into one would stay unknown.
 */
const KEPT = { keepAlive: true, timeout: 15_000 };
/** Ignores the environment: a certificate that does not match always ends the connection. */
const CHECKED = { ...KEPT, rejectUnauthorized: true };

type Connected = Required<Pick<AxiosRequestConfig, 'httpAgent' | 'httpsAgent' | 'proxy'>>;

type Agents = readonly [PlainAgent, SecureAgent | TunnelAgent];

/** The open connections to one service, apart for each proxy, its password and the certificate. */
export class Connections {
  readonly #isSecure;
  readonly #open = new Map<string, Agents>();

  constructor({ protocol }: URL) {
    this.#isSecure = protocol === 'https:';
    if (this.#isSecure) trustComputer();
  }

  /** Returns the connections through a proxy; null means directly, or without a certificate. */
  through(proxy: ProxyServer | null, certificate: ClientCertificate | null): Connected {
    const key = JSON.stringify([proxy?.address, proxy?.credentials, certificate?.id]);
    const agents = this.#open.get(key) ?? this.#agentsFor(proxy, certificate);
    this.#open.set(key, agents);
    const [httpAgent, httpsAgent] = agents;
    // An https service is reached through a tunnel, and an http service by its whole address.
    const isForwarded = proxy !== null && !this.#isSecure;
    return { httpAgent, httpsAgent, proxy: isForwarded ? forwarderOf(proxy) : false };
  }

  close(): void {
    for (const agents of this.#open.values()) agents.forEach((agent) => agent.destroy());
  }

  #agentsFor(proxy: ProxyServer | null, certificate: ClientCertificate | null): Agents {
    const checked = { ...CHECKED, ...identityOf(this.#isSecure ? certificate : null) };
    if (proxy === null) return [new PlainAgent(KEPT), new SecureAgent(checked)];
    // The proxy itself may use https.
    trustComputer();
    const secure = this.#isSecure
      ? new TunnelAgent(proxy, checked)
      : // This connection ends at the proxy, which never gets the certificate.
        new SecureAgent({ ...CHECKED, servername: serverNameOf(proxy.address) });
    return [new PlainAgent(KEPT), secure];
  }
}

function forwarderOf({ address, credentials }: ProxyServer): AxiosProxyConfig {
  const { protocol, hostname, port } = new URL(address);
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port === '' ? PORTS[protocol] : port),
    ...(credentials !== null && {
      auth: { username: credentials.user, password: credentials.password },
    }),
  };
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
