/** The scheme of the desktop's own page, and where it lies. */
export const SCHEME = 'app';
const HOST = 'cabinet';
const PAGE_PATH = '/index.html';
export const PAGE_URL = `${SCHEME}://${HOST}${PAGE_PATH}`;

/** Tells whether an address is that of our page itself: only it is ever shown, and only it is heard. */
export function isPage(address: string): boolean {
  const url = URL.parse(address);
  return isOurs(address) && url?.pathname === PAGE_PATH && url.search === '';
}

/** Tells whether an address is one that the shell answers; compared by its parts, never by how it begins. */
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
