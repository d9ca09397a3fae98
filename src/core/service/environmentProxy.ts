import { BlockList, isIP } from 'node:net';
import type { SystemProxy } from '../platform/platform.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy of the environment variables `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and
 * `NO_PROXY`, in either case; the lower case wins.
 *
 * They are read as curl reads them. `NO_PROXY` holds names, also for their subdomains, addresses,
 * networks such as `10.0.0.0/8`, each with an optional port, or `*`.
 */
export const environmentProxy: SystemProxy = (address) =>
  Promise.resolve([proxyOf(new URL(address), process.env) ?? 'direct']);

/** Returns the proxy that an environment names for an address; null for none. */
export function proxyOf(url: URL, environment: Environment): string | null {
  const read = (name: string) =>
    environment[name.toLowerCase()] || environment[name.toUpperCase()] || '';
  const scheme = url.protocol.replace(':', '');
  const named = read(`${scheme}_proxy`) || read('all_proxy');
  if (named === '' || isExempt(url, read('no_proxy'))) return null;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
}

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function isExempt({ protocol, hostname, port }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const used = port === '' ? PORTS[protocol] : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => covers(entry, host, used));
}

function covers(entry: string, host: string, port: string | undefined): boolean {
  if (entry === '*') return true;
  const [, bracketed, plain, named] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  if (named !== undefined && named !== port) return false;
  if (isIP(host) !== 0) return name === host || isInNetwork(name, host);
  const ending = name.replace(/^\*?\./, '');
  return host === ending || host.endsWith(`.${ending}`);
}

function isInNetwork(network: string, host: string): boolean {
  const [base = '', bits = ''] = network.split('/');
  const version = isIP(base);
  if (version === 0 || version !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (version === 6 ? 128 : 32)) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(base, Number(bits), family);
  return list.check(host, family);
}
