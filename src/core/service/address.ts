import { isLoopback, withScheme } from '#contract/address.ts';
import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';

/** The base address of a service; `insecure` means unencrypted http over a network. */
export interface ServiceAddress {
  readonly url: string;
  readonly insecure: boolean;
}

/** Path endings that users copy from a browser or from a description of the service (doc §4). */
const TAIL = /(?:\/+|\/admin\/login|\/adminapi)$/;

/**
 * Parses the address that a user types or pastes.
 *
 * It accepts http and https; without a scheme it assumes https, or http for this computer. It
 * removes trailing slashes, `/adminapi`, `/admin/login`, the query and credentials.
 */
export function readAddress(typed: string): ServiceAddress {
  const url = URL.parse(withScheme(typed));
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const expected = expecting('address');
    throw invalid([{ place: 'url', value: typed, ...expected }]);
  }
  let path = url.pathname;
  while (TAIL.test(path)) path = path.replace(TAIL, '');
  return {
    url: url.origin + path,
    insecure: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

/**
 * Throws for an http address of another computer: nothing is sent unencrypted before the user
 * accepts that.
 */
export function refuseUnencrypted(place: string, typed: string): void {
  if (!readAddress(typed).insecure) return;
  const expected = expecting('httpsAddress');
  throw invalid([{ place, value: typed, ...expected }]);
}
