import { AppError } from '#contract/errors.ts';

/** The base address of a service; `insecure` says that everything would travel unencrypted over a network. */
export interface ServiceAddress {
  readonly url: string;
  readonly insecure: boolean;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(?:localhost|[^.]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;
/** What people copy along from a browser or from a description of the service (doc §4). */
const TAIL = /(?:\/+|\/admin\/login|\/adminapi)$/;

/**
 * Reads an address as a person types or pastes it: http or https (https where none is given, http on
 * this computer), without trailing slashes, `/adminapi`, `/admin/login`, query and credentials.
 */
export function readAddress(typed: string): ServiceAddress {
  const url = parse(typed.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError(
      'wrong-address',
      `“${typed}” is no address such as https://service.example.`,
    );
  }
  let path = url.pathname;
  while (TAIL.test(path)) path = path.replace(TAIL, '');
  return {
    url: url.origin + path,
    insecure: url.protocol === 'http:' && !isLoopback(url),
  };
}

/** True for an address of this computer itself. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

function parse(text: string): URL | null {
  if (SCHEME.test(text)) return URL.parse(text);
  const secure = URL.parse(`https://${text}`);
  return secure !== null && isLoopback(secure) ? URL.parse(`http://${text}`) : secure;
}
