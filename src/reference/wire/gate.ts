import type { IncomingMessage, ServerResponse } from 'node:http';
import { createApp } from '../service/app.ts';
import type { Received, Service } from '../service/service.ts';
import { Exchange, requestUrl } from './exchange.ts';
import type { Surroundings } from './exchange.ts';
import type { OpenEntry } from './log.ts';
import { fail } from './outcome.ts';
import type { Plan } from './plan.ts';
import { receive } from './receive.ts';

/** Passes requests to the service, keeps the log and applies planned failures. */
export class Gate {
  readonly log: OpenEntry[] = [];
  readonly #service: Service;
  readonly #plan: Plan;
  readonly #around: Surroundings;
  readonly #closing = new AbortController();
  readonly #open = new Set<Promise<void>>();

  constructor(service: Service, plan: Plan, latencyMs: number) {
    this.#service = service;
    this.#plan = plan;
    this.#around = { app: createApp(service), latencyMs, closing: this.#closing.signal };
  }

  /** Handles a request; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const work = this.#serve(request, response).catch((error: unknown) => giveUp(response, error));
    this.#open.add(work);
    void work.then(() => this.#open.delete(work));
  }

  /** Resolves when no request is active. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open);
  }

  /** Ends every wait; resolves when no request is active. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = this.#enter(request);
    const received = await receive(request, this.#service.depot);
    if (received.body !== undefined) entry.body = received.body;
    if (received.files.length > 0)
      entry.files = received.files.map(({ originalname, sha256, size }) => ({
        originalname,
        sha256,
        size,
      }));
    try {
      await this.#decide(request, response, entry, received);
    } finally {
      for (const file of received.files) await this.#service.depot.discard(file);
    }
  }

  async #decide(
    request: IncomingMessage,
    response: ServerResponse,
    entry: OpenEntry,
    received: Received,
  ): Promise<void> {
    const fate = this.#plan.fateOf(entry);
    const exchange = new Exchange(request, response, entry, fate, this.#around);
    for (const hook of fate.hooks) await hook('before', entry);
    if (fate.failure) await fail(fate.failure, exchange, received, this.#service);
    else await exchange.send(await exchange.apply(received));
  }

  #enter(request: IncomingMessage): OpenEntry {
    const url = requestUrl(request);
    const entry: OpenEntry = {
      at: this.#service.now().toISOString(),
      method: request.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      status: 0,
      applied: false,
      authorization: request.headers.authorization !== undefined,
    };
    this.log.push(entry);
    return entry;
  }
}

// An error of a hook must not look like a network failure.
function giveUp(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const message = error instanceof Error ? error.message : String(error);
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
