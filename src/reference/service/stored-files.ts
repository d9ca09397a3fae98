import fs from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { json } from './answers.ts';
import type { Service } from './service.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.bmp': 'image/bmp',
};

const MOVED = '/moved';
const PAGE = '<!doctype html><html><body>Sign in</body></html>';

/** Returns the content at a URL path in the variant's way; undefined if none. */
export async function assetAnswer(
  service: Service,
  urlPath: string,
): Promise<Response | undefined> {
  const { assetAnswer: how } = service.variant;
  if (how === 'none') return undefined;
  if (how === 'page') return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
  if (how === 'message') return json(200, { message: 'OK' });
  if (how === 'file') return storedFile(service, urlPath);
  return urlPath.startsWith(MOVED)
    ? storedFile(service, urlPath.slice(MOVED.length))
    : new Response(null, { status: 302, headers: { location: MOVED + urlPath } });
}

/** Returns the stored file at a URL path; undefined if none. */
async function storedFile(service: Service, urlPath: string): Promise<Response | undefined> {
  const file = await service.depot.find(decoded(urlPath));
  if (file === undefined) return undefined;
  // Opened before the answer begins: a missing file must not end an answer in the middle.
  const handle = await fs.promises.open(file).catch(() => undefined);
  if (handle === undefined) return undefined;
  const { size } = await handle.stat();
  const content = handle.createReadStream();
  // The reader of the stream gets the error too, but may have disconnected before it.
  content.on('error', () => undefined);
  return new Response(Readable.toWeb(content), {
    headers: {
      'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
      'content-length': String(size),
      'x-content-type-options': 'nosniff',
    },
  });
}

function decoded(urlPath: string): string {
  try {
    return decodeURIComponent(urlPath);
  } catch {
    return '';
  }
}
