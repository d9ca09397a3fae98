import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { JsonReading, ParsedJson } from '#core/service/json.ts';
import { readJson } from '#core/service/json.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { createServiceApi } from '#core/service/resourceApi.ts';
import type { Capabilities, UploadSource } from '#core/service/types.ts';
import type { HttpOptions } from '#core/platform/network.ts';

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Runs at the end of the test, last registered first. */
export function atEnd(end: () => unknown): void {
  endings.push(end);
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A service of canned answers on a free port; it ends with the test. */
export async function serve(handler: Handler) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(() => {
    server.closeAllConnections();
    return new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, seen };
}

/** Answers with JSON. */
export function say(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A service whose answers come from a table of `METHOD /path?query`, else 404. */
export function serveTable(table: Record<string, readonly [number, unknown]>) {
  return serve((request, response) => {
    const found = table[`${request.method} ${request.url}`];
    request.resume().on('end', () => {
      if (found) say(response, ...found);
      else say(response, 404, { message: 'Not found' });
    });
  });
}

export interface Remembered extends Capabilities {
  readonly values: Map<string, string>;
}

export function memory(): Remembered {
  const values = new Map<string, string>();
  return {
    values,
    get: (name) => values.get(name) ?? null,
    set: (name, value) => void values.set(name, value),
  };
}

/** A signed-in API on an address; closed with the test. */
export function apiAt(url: string, options: HttpOptions = {}, capabilities = memory()) {
  const api = createServiceApi({ url, token: () => 'token' }, capabilities, systemSeams, options);
  atEnd(() => api.close());
  return api;
}

/**
 * Returns the AppError that the promise rejects with.
 *
 * Throws any other error, also when the promise resolves.
 */
export async function faultOf(promise: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await promise.then(
    () => new Error('nothing was thrown'),
    (error: unknown) => error,
  );
  if (thrown instanceof AppError) return thrown;
  throw thrown;
}

export function parsed(body: unknown): ParsedJson {
  return readable(typeof body === 'string' ? body : JSON.stringify(body));
}

export function readable(text: string): ParsedJson {
  const reading: JsonReading = readJson(Buffer.from(text), 1 << 30);
  if (!reading.readable) throw new Error(reading.why);
  return reading;
}

/** A file on disk, ready for an upload; removed with the test. */
export function staged(name: string, content: string | Buffer): UploadSource {
  const folder = mkdtempSync(join(tmpdir(), 'cabinet-api-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, basename(name));
  writeFileSync(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, name, size: Buffer.byteLength(content), sha256 };
}
