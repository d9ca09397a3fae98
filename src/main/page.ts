import { DRAWING_PATH } from '#contract/files/drawing.ts';

/** The scheme of the desktop's own page. */
export const SCHEME = 'app';
const HOST = 'cabinet';
const PAGE_PATH = '/index.html';
export const PAGE_URL = `${SCHEME}://${HOST}${PAGE_PATH}`;

/**
 * Returns whether an address is exactly our page.
 *
 * Only this page is shown, and only its messages are accepted.
 */
export function isPage(address: string): boolean {
  const url = URL.parse(address);
  return isOurs(address) && url?.pathname === PAGE_PATH && url.search === '';
}

/** Returns whether an address is that of the frame which draws SVG files. */
export function isDrawing(address: string): boolean {
  return address === `${SCHEME}://${HOST}${DRAWING_PATH}`;
}

/**
 * Returns whether the shell serves an address.
 *
 * Compares its parts, not a prefix.
 */
export function isOurs(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === `${SCHEME}:` &&
    url.host === HOST &&
    url.username === '' &&
    url.password === ''
  );
}
