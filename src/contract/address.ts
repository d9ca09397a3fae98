import { visibleText } from './visibleText.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(?:localhost|[^.]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i;

/**
 * Adds the missing scheme to a typed address.
 *
 * It is https, or http for this computer.
 */
export function withScheme(typed: string): string {
  const text = visibleText(typed);
  if (SCHEME.test(text)) return text;
  const [host = ''] = text.split(/(?::\d+)?(?:[/?#]|$)/, 1);
  return `${isLoopback(host) ? 'http' : 'https'}://${text}`;
}

/** Returns whether a host name is this computer. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
