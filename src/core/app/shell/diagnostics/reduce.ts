import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import os from 'node:os';
import { ERROR_CODES } from '#contract/errors.ts';
import { resources } from '#contract/resources/registry.ts';
import { isLoopback } from '#contract/address.ts';

// A bundle contains only words that this program knows, never words that were found. No secret has
// to be recognised, so none can be missed.

/** The shape of an address: how it is reached, without its owner. */
export interface AddressShape {
  readonly scheme: 'http' | 'https' | 'other';
  readonly host: 'this computer' | 'an IP address' | 'a name';
  readonly port: number | null;
  /** The number of path parts; a service below a path is a common mistake. */
  readonly pathParts: number;
  /**
   * The first digits of a hash of the origin.
   *
   * It shows that two bundles are of one service. A person who knows the address can confirm it,
   * but it cannot be read back.
   */
  readonly fingerprint: string;
}

/** Returns the shape of an address; null for none or for an invalid one. */
export function addressShape(address: string | null): AddressShape | null {
  const url = address === null ? null : URL.parse(address);
  if (url === null) return null;
  const scheme = url.protocol === 'https:' ? 'https' : url.protocol === 'http:' ? 'http' : 'other';
  const bare = url.hostname.replaceAll(/[[\]]/g, '');
  return {
    scheme,
    host: isLoopback(url.hostname) ? 'this computer' : isIP(bare) > 0 ? 'an IP address' : 'a name',
    port: url.port === '' ? null : Number(url.port),
    pathParts: url.pathname.split('/').filter((part) => part !== '').length,
    fingerprint: createHash('sha256').update(url.origin).digest('hex').slice(0, 8),
  };
}

const KNOWN_PARTS = new Set([
  'upload_image',
  ...resources.flatMap(({ paths }) => paths.flatMap((path) => path.split('/'))),
]);

/** Returns the route of a request with ids as `{id}` and without the query. */
export function routeOf(path: string): string {
  const [bare = ''] = path.split(/[?#]/);
  return bare
    .split('/')
    .map((part) => (KNOWN_PARTS.has(part) ? part : '{id}'))
    .join('/');
}

// The suffix after the family (`SQLITE_IOERR_WRITE`) is left out, as it could be anything.
const SQLITE =
  /\bSQLITE_(?:BUSY|CANTOPEN|CONSTRAINT|CORRUPT|ERROR|FULL|IOERR|LOCKED|NOTADB|READONLY)(?![A-Z0-9])/g;
const SYSTEM = new Set(Object.keys(os.constants.errno));
const NAMES = new Set<string>(ERROR_CODES);

/** Returns the known codes in a text: `ENOSPC`, `SQLITE_FULL`, a status. */
export function codesIn(text: string): readonly string[] {
  const system = (text.match(/\bE[A-Z0-9]+\b/g) ?? []).filter((word) => SYSTEM.has(word));
  const statuses = text.match(/\b(?:status|HTTP) [1-5]\d\d\b/g) ?? [];
  return [...new Set([...(text.match(SQLITE) ?? []), ...system, ...statuses])];
}

/** Returns an error as a known code. */
export function codeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (NAMES.has(code)) return code;
  return codesIn(code)[0] ?? 'unforeseen';
}
