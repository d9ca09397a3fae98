import path from 'node:path';
import { contentTypeOf, readHead, sniff } from '../../files/fileTypes.ts';
import { assetPath } from '../../files/assets/place.ts';
import { stagedPath } from '../../files/place.ts';
import { thumbFolder } from '../../files/thumbs.ts';
import { systemDisk } from '../nodePlatform.ts';
import { SECURITY_HEADERS } from './csp.ts';

/** A file and the headers of its response, the same for every shell. */
export interface BytesAnswer {
  readonly file: string;
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns a profile's file by hash, or a thumbnail by hash and size.
 *
 * Returns null for any other name, so no user or service name reaches the disk. The content type is
 * detected from the bytes.
 */
export function bytesOf(folder: string, name: string): BytesAnswer | null {
  const file = fileOf(folder, name);
  if (file === null) return null;
  try {
    const stat = systemDisk.files.statSync(file);
    if (!stat.isFile()) return null;
    const type = contentTypeOf(sniff(readHead(systemDisk.files, file), ''));
    return { file, size: stat.size, headers: headersOf(type, stat.size) };
  } catch {
    // The file was removed in the meantime.
    return null;
  }
}

function fileOf(folder: string, name: string): string | null {
  const places = /^[0-9a-f]{64}$/.test(name)
    ? [stagedPath(folder, name), assetPath(folder, name)]
    : /^[0-9a-f]{64}-\d{2,4}$/.test(name)
      ? [path.join(thumbFolder(folder), name)]
      : [];
  return places.find((place) => systemDisk.files.existsSync(place)) ?? null;
}

/**
 * Returns the headers of a file's response.
 *
 * An SVG can hold scripts; these headers allow it only as a picture, where scripts never run. The
 * content of a hash never changes, and a redrawn thumbnail has another address.
 */
function headersOf(type: string, size: number): Readonly<Record<string, string>> {
  return {
    ...SECURITY_HEADERS,
    'Content-Type': type,
    'Content-Length': String(size),
    'Content-Disposition': 'attachment',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Cache-Control': 'private, max-age=31536000, immutable',
  };
}

/**
 * Returns whether a request is for a picture or a fetch by our script.
 *
 * Other requests would show the file as a page.
 */
export function isForShowing(destination: string | null | undefined): boolean {
  return destination === null || destination === undefined || /^(?:image|empty)$/.test(destination);
}
