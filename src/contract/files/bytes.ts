/** The path under which a shell serves files; a shell may append to it and tells the window. */
export const BYTES_PATH = '/bytes';

/** Returns the URL of a file by its hash, under the shell's base. */
export function bytesUrl(base: string, sha256: string): string {
  return `${base}/${sha256}`;
}

/**
 * Returns the URL of a thumbnail, at most `size` pixels wide.
 *
 * A response is cached forever. A thumbnail drawn with other companions (`beside`) has another URL.
 */
export function thumbUrl(base: string, sha256: string, size: number, beside: string): string {
  return `${base}/${sha256}-${size}${beside === '' ? '' : `?${beside}`}`;
}
