import { protocol } from 'electron';
import { Readable } from 'node:stream';
import { BYTES_PATH } from '#contract/files/bytes.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { bytesOf } from '#core/app/shell/bytes.ts';
import { staticAnswer, text } from '#core/app/shell/staticFiles.ts';
import type { StaticAnswer } from '#core/app/shell/staticFiles.ts';
import { isOurs, SCHEME } from './page.ts';

/** Registers the page's scheme as a secure origin; must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Serves the built page and the cached files of the open profile by hash.
 *
 * Only files of the page's folder are served. Each page gets its own policy and nonce.
 */
export function servePages(rendererDir: string, folder: () => Promise<string>): void {
  protocol.handle(SCHEME, async (request) => {
    if (isBytes(request)) return answerBytes(request, await folder());
    const { status, headers, body } = await answerTo(request, rendererDir);
    return new Response(body, { status, headers });
  });
}

function isBytes(request: Request): boolean {
  return isOurs(request.url) && new URL(request.url).pathname.startsWith(`${BYTES_PATH}/`);
}

function answerBytes(request: Request, folder: string): Response {
  const name = new URL(request.url).pathname.slice(BYTES_PATH.length + 1);
  // For a custom scheme Chromium sends neither the destination nor the initiator of a request. The
  // guards and the response headers keep bytes from being shown as a page.
  const found = request.method === 'GET' ? bytesOf(folder, name) : null;
  if (found === null) {
    const { status, headers, body } = text(404, 'Not found');
    return new Response(body, { status, headers });
  }
  return new Response(webStream(found.file), { status: 200, headers: found.headers });
}

function webStream(file: string): ReadableStream {
  // Node and the DOM types describe the same stream.
  return Readable.toWeb(systemDisk.files.createReadStream(file)) as ReadableStream;
}

async function answerTo(request: Request, rendererDir: string): Promise<StaticAnswer> {
  if (request.method !== 'GET') return text(405, 'Only GET is answered here.');
  if (!isOurs(request.url)) return text(404, 'Not found');
  return staticAnswer(rendererDir, new URL(request.url).pathname);
}
