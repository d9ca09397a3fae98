import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** Loopback, private, provider, test, link-local and multicast networks, and unassigned ones. */
const LOCAL_4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
/**
 * All but the assigned public range (2000::/3), and of that range the tunnels to IPv4 and the
 * examples.
 */
const LOCAL_6 = blockList('ipv6', [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
]);

/** Creates one list for each IP version: a shared one takes an IPv4 address for an IPv6 one. */
function blockList(
  version: 'ipv4' | 'ipv6',
  networks: readonly (readonly [string, number])[],
): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, version);
  return list;
}

/** Returns whether an IP address is public, so neither of this computer nor of a local network. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 6) return !LOCAL_6.check(plain, 'ipv6');
  return version === 4 && !LOCAL_4.check(plain, 'ipv4');
}

/** Names that are not public: a single word, and the endings for one computer or one network. */
const LOCAL_NAME =
  /^(?:[^.]*|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa))$/i;

/** Returns whether a host name can be public; its address is checked when connecting. */
export function isPublicName(hostname: string): boolean {
  const plain = hostname.replace(/\.+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) === 0 ? !LOCAL_NAME.test(plain) : isPublicAddress(plain);
}

/** The error code for a name without a public address. */
export const NOT_PUBLIC = 'ENOTPUBLIC';

type Resolve = (
  hostname: string,
  options: { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a lookup function that returns public addresses only, resolved for each connection.
 *
 * It fails with the code `NOT_PUBLIC` where there is none.
 */
export function publicLookup(resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      const open = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (first === undefined) {
        const none = Object.assign(new Error(`${hostname} has no public address`), {
          code: NOT_PUBLIC,
        });
        return done(none, '', 0);
      }
      return options.all === true ? done(null, open) : done(null, first.address, first.family);
    });
  };
}
