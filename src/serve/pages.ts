import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { asAppError, isForLog } from '#contract/errors.ts';
import { BYTES_PATH } from '#contract/files/bytes.ts';
import type { Core } from '#core/app/coreApi.ts';
import { z } from '#contract/zod.ts';
import type { Log } from '#core/platform/platform.ts';
import { bytesOf, isForShowing } from '#core/app/shell/bytes.ts';
import { SECURITY_HEADERS } from '#core/app/shell/csp.ts';
import { staticAnswer, text } from '#core/app/shell/staticFiles.ts';
import type { Access } from './access.ts';
import { readJson, Refusal, sendBytes, sendError, sendJson, sendStatic } from './answers.ts';
import { isBorrowed, isFromOurPage, namesUs, pathOf, siteOf } from './gate.ts';
import type { Limits } from './limits.ts';
import { stageUpload } from './uploads.ts';

const wanted = z.object({ download: z.string().max(200) });

/** The dependencies of the pages. */
export interface PagesOptions {
  readonly core: Core & { readonly folder: string };
  readonly access: Access;
  readonly rendererDir: string;
  /** Returns the folder for arriving files in the open profile. */
  readonly incoming: () => string;
  readonly limits: Limits;
  readonly log: Log;
}

/**
 * Answers HTTP requests.
 *
 * The built page goes to any request with our host name, everything else only to our own page.
 */
export class Pages {
  readonly #options;

  constructor(options: PagesOptions) {
    this.#options = options;
  }

  answer(request: IncomingMessage, response: ServerResponse, port: number): void {
    this.#route(request, response, port).catch((thrown: unknown) => {
      const error = asAppError(thrown);
      if (isForLog(error)) this.#options.log('error', error.message);
      sendError(request, response, thrown);
    });
  }

  async #route(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    if (!namesUs(request, port)) throw new Refusal(403, 'refused', 'This is not its address.');
    const path = pathOf(request);
    if (path === null) throw new Refusal(400, 'invalid', 'The address is malformed.');
    if (path.startsWith(`${BYTES_PATH}/`)) return this.#bytes(request, response, path);
    if (request.method === 'GET' || request.method === 'HEAD')
      return this.#page(request, response, path);
    if (!isFromOurPage(request) || siteOf(request) !== 'ours')
      throw new Refusal(403, 'refused', 'Only the page of Cabinet itself may ask for this.');
    if (path === '/session' && request.method === 'POST') return this.#enter(request, response);
    if (!this.#options.access.admits(request))
      throw new Refusal(401, 'unauthorized', 'Open the address that Cabinet printed.');
    if (path === '/files' && request.method === 'POST') return this.#take(request, response);
    if (path === '/downloads' && request.method === 'POST') return this.#give(request, response);
    throw new Refusal(404, 'not-found', 'There is nothing at this address.');
  }

  /** Sends a file that the core wrote for a window, by the name that the call returned. */
  async #give(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { core, limits } = this.#options;
    const asked = wanted.safeParse(await readJson(request, limits.bodyBytes));
    if (!asked.success)
      throw new Refusal(400, 'invalid', 'The name of a written file is expected.');
    const { file } = await core.call('sheets.located', asked.data);
    response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Type': 'application/octet-stream' });
    await pipeline(fs.createReadStream(file), response);
  }

  async #page(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (isBorrowed(request))
      return sendStatic(request, response, text(403, 'Not for other pages.'));
    // Older browsers do not count the page's own socket as same origin.
    const socket = `ws://${request.headers.host ?? ''}`;
    sendStatic(request, response, await staticAnswer(this.#options.rendererDir, path, [socket]));
  }

  async #bytes(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Refusal(405, 'refused', 'Bytes can only be read.');
    const { 'sec-fetch-dest': destination } = request.headers;
    const shown = typeof destination === 'string' ? destination : null;
    if (siteOf(request) === 'foreign' || !isForShowing(shown))
      throw new Refusal(403, 'refused', 'Only the page of Cabinet itself may show this.');
    const [half = '', name = '', ...more] = path.slice(BYTES_PATH.length + 1).split('/');
    if (!this.#options.access.admitsBytes(request, half))
      throw new Refusal(401, 'unauthorized', 'Open the address that Cabinet printed.');
    const found = more.length === 0 ? bytesOf(this.#options.core.folder, name) : null;
    if (found === null) throw new Refusal(404, 'not-found', 'There is nothing at this address.');
    await sendBytes(request, response, found);
  }

  async #enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access, limits } = this.#options;
    // Nobody is known yet, so a body that never ends must not keep the connection.
    const timer = setTimeout(() => request.destroy(), limits.headMs).unref();
    const body = await readJson(request, limits.bodyBytes).finally(() => clearTimeout(timer));
    const grant = access.exchange(body);
    if (grant === null)
      throw new Refusal(401, 'unauthorized', 'This address was used before. Start Cabinet again.');
    const granted = { key: grant.key, bytes: grant.bytes, fileBytes: limits.fileBytes };
    sendJson(response, 200, granted, { 'Set-Cookie': grant.cookie });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { core, incoming, limits } = this.#options;
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableEnded) gone.abort();
    });
    const taken = await stageUpload(request, core, incoming(), limits.fileBytes, gone.signal);
    sendJson(response, 200, taken);
  }
}
