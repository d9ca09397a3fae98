import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, asAppError } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { BytesAnswer } from '#core/app/shell/bytes.ts';
import { SECURITY_HEADERS } from '#core/app/shell/csp.ts';
import type { StaticAnswer } from '#core/app/shell/staticFiles.ts';

/** A refusal with its HTTP status. */
export class Refusal extends AppError {
  readonly httpStatus: number;
  constructor(httpStatus: number, code: ErrorCode, message: string) {
    super(code, message);
    this.httpStatus = httpStatus;
  }
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  invalid: 400,
  'rejected-file': 422,
  refused: 403,
  unauthorized: 401,
  'not-found': 404,
  state: 409,
  'disk-full': 507,
  disconnected: 503,
};

export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  answer: StaticAnswer,
): void {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': answer.body.length });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

/** Streams a file from the disk, of any size. */
export async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { file, headers }: BytesAnswer,
): Promise<void> {
  response.writeHead(200, headers);
  if (request.method === 'HEAD') return void response.end();
  // A window that stops the download early is no error.
  await pipeline(fs.createReadStream(file), response).catch(() => response.destroy());
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

const LINGER_MS = 1000;

/**
 * Sends an error as data.
 *
 * If the request body was not read, the connection ends.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  thrown: unknown,
): void {
  const error = asAppError(thrown);
  const status = error instanceof Refusal ? error.httpStatus : (STATUS[error.code] ?? 500);
  if (response.headersSent) return void response.destroy();
  const unread = !request.complete;
  const data = JSON.parse(JSON.stringify(error.toData())) as Json;
  sendJson(response, status, data, unread ? { Connection: 'close' } : {});
  if (!unread) return;
  // Closing at once would lose the answer for a browser that is still sending.
  request.resume();
  setTimeout(() => request.destroy(), LINGER_MS).unref();
}

/**
 * Reads a small JSON body.
 *
 * Throws `Refusal` for other types and larger bodies.
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json(?:;|$)/i.test(type))
    throw new Refusal(415, 'invalid', 'JSON is expected here.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytesOf(request)) {
    size += chunk.length;
    if (size > limit) throw new Refusal(413, 'invalid', 'That is too much for this address.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new Refusal(400, 'invalid', 'That is no JSON.');
  }
}

/**
 * Yields the body of a request in chunks.
 *
 * Stopping early keeps the connection open for the answer.
 */
export async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of request.iterator({ destroyOnReturn: false }))
    if (Buffer.isBuffer(chunk)) yield chunk;
}
