import path from 'node:path';
import { contentTypeOf, readHead, sniff } from '../../files/fileTypes.ts';
import { assetPath } from '../../files/assets/place.ts';
import { stagedPath } from '../../files/place.ts';
import { thumbFolder } from '../../files/thumbs.ts';
import { systemDisk } from '../nodePlatform.ts';
import { SECURITY_HEADERS } from './csp.ts';

/** The bytes of a file with the head of their answer, the same for every shell. */
export interface BytesAnswer {
  readonly file: string;
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A file of the profile in `folder` by its hash, or its thumbnail by hash and size. Null for anything
 * else: no name of a person or of the service ever reaches the disk. The type is told by the bytes.
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
    // It was removed in this very moment.
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
 * A drawing can hold scripts: as a picture they never run, and these headers see to it that it is only
 * ever a picture. What a hash names never changes, and a thumbnail that is drawn otherwise has another address.
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

/** Tells whether a request may be meant for a picture or for a script of ours, and not to be shown as a page. */
export function isForShowing(destination: string | null | undefined): boolean {
  return destination === null || destination === undefined || /^(?:image|empty)$/.test(destination);
}
