import fs from 'node:fs/promises';
import path from 'node:path';
import { contentType } from './contentTypes.ts';
import { contentSecurityPolicy, newNonce, SECURITY_HEADERS, withNonce } from './csp.ts';
import { DRAWING_PAGE, drawingPolicy, isDrawingPage } from './drawingPage.ts';

/** A complete response, for the desktop protocol and for HTTP. */
export interface StaticAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

/**
 * Returns the file below `root` for an encoded URL path.
 *
 * Returns null for a malformed path or one that leads outside. Encoded separators and NUL are
 * always rejected.
 */
export function containedFile(root: string, pathname: string): string | null {
  if (!pathname.startsWith('/') || /%(?:2f|5c|00)/i.test(pathname)) return null;
  const decoded = decode(pathname);
  // Windows reads a backslash as a separator and a colon as a drive or a stream.
  if (decoded === null || /[\\:\0]/.test(decoded)) return null;
  const file = path.resolve(root, `.${decoded}`);
  const relative = path.relative(root, file);
  const inside =
    relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
  return inside ? file : null;
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/**
 * Returns a response with a file of the built page.
 *
 * Its HTML has a policy with its own nonce.
 */
export async function staticAnswer(
  root: string,
  pathname: string,
  connect: readonly string[] = [],
): Promise<StaticAnswer> {
  if (isDrawingPage(pathname)) return drawingAnswer();
  const file = containedFile(root, pathname === '/' ? '/index.html' : pathname);
  const bytes = file === null ? null : await readInside(root, file);
  if (file === null || bytes === null) return text(404, 'Not found');
  const type = contentType(file);
  const nonce = newNonce();
  const page = type.startsWith('text/html');
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'Content-Type': type,
      'Content-Security-Policy': contentSecurityPolicy(nonce, connect),
    },
    body: page ? Buffer.from(withNonce(bytes.toString('utf8'), nonce)) : bytes,
  };
}

/** Returns the page of the frame that draws SVG files; only our own page may show it. */
function drawingAnswer(): StaticAnswer {
  const nonce = newNonce();
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': drawingPolicy(nonce),
    },
    body: Buffer.from(withNonce(DRAWING_PAGE, nonce)),
  };
}

/** Returns a plain text response. */
export function text(status: number, sentence: string): StaticAnswer {
  return {
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
    body: Buffer.from(`${sentence}\n`),
  };
}

/** A file of the page in memory, with the time and size by which a change is noticed. */
interface Held {
  readonly stamp: string;
  readonly bytes: Promise<Buffer<ArrayBuffer>>;
}

/**
 * The files of the page, each read once.
 *
 * Any program of this computer may request them a thousand times over one connection. With a copy
 * for each response that would take gigabytes.
 */
const HELD = new Map<string, Held>();

async function readHeld(file: string): Promise<Buffer<ArrayBuffer>> {
  const { mtimeMs, size } = await fs.stat(file);
  const stamp = `${mtimeMs} ${size}`;
  const held = HELD.get(file);
  if (held?.stamp === stamp) return held.bytes;
  const bytes = fs.readFile(file);
  HELD.set(file, { stamp, bytes });
  // A failed read is tried again by the next request.
  bytes.catch(() => HELD.delete(file));
  return bytes;
}

/** Reads a file; returns null when a link leads out of the root. */
async function readInside(root: string, file: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    const [base, real] = await Promise.all([fs.realpath(root), fs.realpath(file)]);
    if (!real.startsWith(base + path.sep)) return null;
    return await readHeld(real);
  } catch {
    return null;
  }
}
