/** The scheme of the desktop's own page, and where it lies. */
export const SCHEME = 'app';
const HOST = 'cabinet';
export const PAGE_URL = `${SCHEME}://${HOST}/index.html`;

/** Tells whether an address belongs to our page; compared by its parts, never by how it begins. */
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
