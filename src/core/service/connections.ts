import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { AxiosProxyConfig, AxiosRequestConfig } from 'axios';
import type { ProxyServer } from '../platform/network.ts';
import { trustComputer } from './authorities.ts';
import { serverNameOf, TunnelAgent } from './tunnel.ts';

/**
 * Routers drop idle connections silently; the outcome of a write sent into one would stay unknown.
 */
const KEPT = { keepAlive: true, timeout: 15_000 };
/** Ignores the environment: a certificate that does not match always ends the connection. */
const CHECKED = { ...KEPT, rejectUnauthorized: true };

type Connected = Required<Pick<AxiosRequestConfig, 'httpAgent' | 'httpsAgent' | 'proxy'>>;

/** The open connections to one service, apart for each proxy and its password. */
export class Connections {
  readonly #isSecure;
  readonly #open = new Map<string, readonly [PlainAgent, SecureAgent]>();

  constructor({ protocol }: URL) {
    this.#isSecure = protocol === 'https:';
    if (this.#isSecure) trustComputer();
  }

  /** Returns the connections through a proxy; null means directly. */
  through(proxy: ProxyServer | null): Connected {
    const key = proxy === null ? '' : JSON.stringify([proxy.address, proxy.credentials]);
    const agents = this.#open.get(key) ?? this.#agentsFor(proxy);
    this.#open.set(key, agents);
    const [httpAgent, httpsAgent] = agents;
    // An https service is reached through a tunnel, and an http service by its whole address.
    const isForwarded = proxy !== null && !this.#isSecure;
    return { httpAgent, httpsAgent, proxy: isForwarded ? forwarderOf(proxy) : false };
  }

  close(): void {
    for (const agents of this.#open.values()) agents.forEach((agent) => agent.destroy());
  }

  #agentsFor(proxy: ProxyServer | null): readonly [PlainAgent, SecureAgent] {
    if (proxy === null) return [new PlainAgent(KEPT), new SecureAgent(CHECKED)];
    // The proxy itself may use https.
    trustComputer();
    const secure = this.#isSecure
      ? new TunnelAgent(proxy, CHECKED)
      : new SecureAgent({ ...CHECKED, servername: serverNameOf(proxy.address) });
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
