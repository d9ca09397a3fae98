import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Received, Routes } from '../service/service.ts';
import type { OpenEntry } from './log.ts';
import type { Fate } from './plan.ts';

/** The parts of the service that an exchange needs. */
export interface Surroundings {
  readonly app: Routes;
  readonly latencyMs: number;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/** A request on its connection, with the steps from which every outcome is built. */
export class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #entry: OpenEntry;
  readonly #fate: Fate;
  readonly #around: Surroundings;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    entry: OpenEntry,
    fate: Fate,
    around: Surroundings,
  ) {
    this.#request = request;
    this.#response = response;
    this.#entry = entry;
    this.#fate = fate;
    this.#around = around;
  }

  /** Applies the request, then runs the hooks. */
  async apply(received: Received): Promise<Response> {
    const { method = 'GET', headers } = this.#request;
    const { authorization } = headers;
    const answer = await this.#around.app.fetch(
      new Request(requestUrl(this.#request), {
        method,
        headers: authorization === undefined ? {} : { authorization },
      }),
      { received },
    );
    this.#entry.applied ||= answer.ok;
    for (const hook of this.#fate.hooks) await hook('after', this.#entry);
    return answer;
  }

  /** Sends a complete answer. */
  async send(answer: Response): Promise<void> {
    await this.pause(this.#around.latencyMs + this.#fate.delayMs);
    this.#entry.status = answer.status;
    const headers = Object.fromEntries(answer.headers);
    const streamed = 'content-length' in headers && answer.body !== null;
    const body = streamed ? undefined : Buffer.from(await answer.arrayBuffer());
    if (body && answer.status !== 204) headers['content-length'] ??= String(body.length);
    this.#response.writeHead(answer.status, headers);
    if (body || answer.body === null) this.#response.end(body);
    else await pipeline(Readable.fromWeb(answer.body), this.#response);
  }

  /** Sends half of an answer under its full length, then closes the connection. */
  async sendHalf(answer: Response): Promise<void> {
    await this.pause(this.#around.latencyMs + this.#fate.delayMs);
    const body = Buffer.from(await answer.arrayBuffer());
    this.#entry.status = answer.status;
    this.#response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'content-length': String(Math.max(body.length, 1)),
    });
    const half = body.subarray(0, Math.floor(body.length / 2));
    this.#response.flushHeaders();
    await new Promise<void>((done) => this.#response.write(half, () => done()));
    this.#response.destroy();
  }

  /** Resets the connection. */
  reset(): void {
    this.#request.socket.resetAndDestroy();
  }

  /** Waits until a delay passes or the service closes; returns whether the delay passed. */
  async pause(delayMs: number): Promise<boolean> {
    if (delayMs <= 0) return !this.#around.closing.aborted;
    return wait(delayMs, true, { signal: this.#around.closing, ref: false }).catch(() => false);
  }
}

/**
 * Returns the URL of a request on a placeholder origin.
 *
 * An invalid request line becomes `/`.
 */
export function requestUrl(request: IncomingMessage): URL {
  const target = request.url ?? '/';
  const origin = 'http://127.0.0.1';
  return URL.parse(target.startsWith('/') ? origin + target : target) ?? new URL(origin);
}
