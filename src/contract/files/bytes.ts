/** Where a shell gives the bytes of a file; a shell may put more behind it, which the window is told. */
export const BYTES_PATH = '/bytes';

/** The address of a file's bytes by their hash, under the base that the shell gave the window. */
export function bytesUrl(base: string, sha256: string): string {
  return `${base}/${sha256}`;
}

/**
 * The address of a thumbnail, `size` pixels wide at most. What an address has answered is kept for good: drawn with
 * other files `beside` it, it has another.
 */
export function thumbUrl(base: string, sha256: string, size: number, beside: string): string {
  return `${base}/${sha256}-${size}${beside === '' ? '' : `?${beside}`}`;
}
