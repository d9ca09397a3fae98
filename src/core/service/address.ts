import { isLoopback, withScheme } from '#contract/address.ts';
import { invalid } from '#contract/errors.ts';

/** The base address of a service; `insecure` says that everything would travel unencrypted over a network. */
export interface ServiceAddress {
  readonly url: string;
  readonly insecure: boolean;
}

/** What people copy along from a browser or from a description of the service (doc §4). */
const TAIL = /(?:\/+|\/admin\/login|\/adminapi)$/;

/**
 * Reads an address as a person types or pastes it: http or https (https where none is given, http on
 * this computer), without trailing slashes, `/adminapi`, `/admin/login`, query and credentials.
 */
export function readAddress(typed: string): ServiceAddress {
  const url = URL.parse(withScheme(typed));
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const expected = 'an http or https address such as https://service.example';
    throw invalid([{ place: 'url', value: typed, expected }]);
  }
  let path = url.pathname;
  while (TAIL.test(path)) path = path.replace(TAIL, '');
  return {
    url: url.origin + path,
    insecure: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

/** Throws for an http address of another computer: nothing travels in plain sight before a person accepts that. */
export function refuseUnencrypted(place: string, typed: string): void {
  if (!readAddress(typed).insecure) return;
  const expected = 'an https address, or that you accept to send it unencrypted (--allow-http)';
  throw invalid([{ place, value: typed, expected }]);
}
