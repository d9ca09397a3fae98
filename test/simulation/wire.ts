import { buffer } from 'node:stream/consumers';
import { ARRIVES_LATE, drawFate, LONGEST_GHOST, NEVER_ARRIVES } from './faults.ts';
import type { Fate, Weather, WireFault } from './faults.ts';
import type { Oracle, Sending } from './oracle.ts';
import type { Chance } from './random.ts';
import type { ModelAnswer, ModelRequest, ModelService } from './service.ts';
import { ADDRESS } from './service.ts';
import type { Life, World } from './world.ts';
import type { Exchange, HttpRequest, Network } from '#core/platform/network.ts';

const PAGE = Buffer.from(
  '<!DOCTYPE html><html><head><title>Sign in to the network</title></head></html>',
);
const GARBAGE = Buffer.from('{"fittings":"none","_id":{"$oid":[]},"materials":7,"accessToken":{}}');
const POISON = Buffer.from('{"_id":"0","__proto__":{"polluted":true},"fittings":[{"_id":"1"}]}');

/** The network between one workstation and the model of the service. */
export class Wire {
  weather: Weather = { faults: [], rate: 0 };
  chance: Chance;
  /** How often each fault struck. */
  readonly struck = new Map<WireFault, number>();
  requests = 0;
  /** Until then single records cannot be read; lists can. */
  #sickUntil = 0;
  /** Until then every request gets a friendly empty answer. */
  #closedUntil = 0;
  /** Until then readers are sent to a copy that is so many milliseconds behind. */
  #staleUntil = 0;
  #lag = 0;
  /** The same whatever the weather is. */
  #behindUntil = 0;
  readonly #world;
  readonly #model;
  readonly #oracle;
  /** The service does one thing at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(world: World, model: ModelService, oracle: Oracle, chance: Chance) {
    this.#world = world;
    this.#model = model;
    this.#oracle = oracle;
    this.chance = chance;
  }

  /** From now on readers are sent to a copy that is so many milliseconds behind, if that can be helped, for a while. */
  fallBehind(lag: number): void {
    this.#behindUntil = this.#world.time + LONGEST_LAG;
    this.#lag = Math.min(lag, LONGEST_LAG);
  }

  /** Nothing is wrong any more. */
  calm(): void {
    this.weather = { faults: [], rate: 0 };
    this.#behindUntil = 0;
  }

  network(life: Life): Network {
    return (url, token) => ({
      close: () => undefined,
      send: (request) => this.#send(life, url, token(), request),
    });
  }

  async #send(
    life: Life,
    url: string,
    token: string | null,
    request: HttpRequest,
  ): Promise<Exchange> {
    const lost = life.call('http');
    this.requests += 1;
    const bytes = request.file === undefined ? null : await buffer(request.file.content);
    if (!life.alive) return never();
    const sending = this.#oracle.onSend(life, url, token, request, bytes);
    const fate = this.#fateOf(request, lost);
    this.#world.say(
      () =>
        `  ${request.method} ${request.path}${fate.fault === null ? '' : ` [${fate.fault}]`} ${JSON.stringify(request.json ?? '')}`,
    );
    const { signal } = request;
    return new Promise((resolve) => {
      let over = false;
      const answer = (exchange: Exchange) => {
        if (over) return;
        over = true;
        this.#world.say(() => `    ${request.method} ${request.path} -> ${spell(exchange)}`);
        this.#oracle.onAnswered(life, sending);
        if (life.alive) resolve(exchange);
      };
      signal?.addEventListener('abort', () => answer(broken('cancelled')), { once: true });
      const asked = { ...modelRequest(request, token), ...fileOf(request, bytes) };
      this.#world.after(fate.there, () => {
        void this.#arrive(asked, sending, fate, (exchange, after) => {
          this.#world.after(after, () => answer(exchange));
        });
      });
    });
  }

  #fateOf(request: HttpRequest, lost: boolean): Fate {
    if (lost) return { fault: 'lost-answer', there: 5, back: 5, shade: 0 };
    const fate = drawFate(this.weather, this.chance, request.method !== 'GET');
    const early = fate.fault === 'early-answer' && request.file === undefined;
    const due = fate.fault === null ? this.#dueOf(request, fate.shade) : null;
    if (due !== null) return { ...fate, fault: due };
    const twice = fate.fault === 'duplicate' && request.path === '/admin/login';
    return early || twice ? { ...fate, fault: null } : fate;
  }

  /** Faults that only a few requests can meet strike these more often; null where none is due. */
  #dueOf(request: HttpRequest, shade: number): WireFault | null {
    const { rate, faults } = this.weather;
    const fault = request.file === undefined ? 'late-failed' : 'early-answer';
    const isOne = request.file !== undefined || isCreation(request);
    return isOne && rate > 0 && shade < DUE && faults.includes(fault) ? fault : null;
  }

  async #arrive(
    request: ModelRequest,
    sending: Sending | null,
    fate: Fate,
    answer: (exchange: Exchange, after: number) => void,
  ): Promise<void> {
    const { fault } = fate;
    if (fault !== null) this.struck.set(fault, (this.struck.get(fault) ?? 0) + 1);
    if (fault === 'expired' || fault === 'early-answer') this.#model.state.revokeTokens();
    const instead = this.#spell(request, fate);
    if (instead !== null) return answer(instead, fate.back);
    if (fault !== null && ARRIVES_LATE.has(fault)) {
      this.#world.after(fate.shade * (LONGEST_GHOST - 5_000), () => {
        void this.#apply(request, sending, fault);
      });
      return answer(spoil(fault, fate.shade, null) ?? broken('broken'), fate.back);
    }
    const made =
      fault !== null && NEVER_ARRIVES.has(fault)
        ? null
        : await this.#apply(request, sending, fault);
    if (fault === 'duplicate') await this.#apply(request, sending, fault);
    const spoiled = fault === null ? null : spoil(fault, fate.shade, made);
    if (spoiled !== null)
      return answer(spoiled, fault?.endsWith('timeout') === true ? 30_000 : fate.back);
    if (made === null) throw new Error(`the fault ${String(fault)} gives no answer`);
    const { state, follower } = this.#model;
    if (request.method === 'GET')
      this.#oracle.onRead(request.path, fate.back, this.#isStale(request) ? follower : state);
    answer(whole(made), fate.back);
  }

  /** Returns the answer of a service that is faulty for a while, or null if it works. */
  #spell({ method, path }: ModelRequest, { fault, shade }: Fate): Exchange | null {
    const { time } = this.#world;
    if (fault === 'stale-reads') {
      this.#staleUntil = time + shade * LONGEST_SPELL;
      this.#lag = 500 + shade * LONGEST_LAG;
    } else if (fault === 'sick-reads') this.#sickUntil = time + shade * LONGEST_SPELL;
    else if (fault === 'closed') this.#closedUntil = time + (shade * LONGEST_SPELL) / 4;
    else if (fault !== null || this.weather.rate === 0) return null;
    if (time < this.#closedUntil) return CLOSED;
    if (time >= this.#sickUntil || method !== 'GET' || !isOfOne(path)) return null;
    return shade < 0.5 ? SICK : NO_ROUTE;
  }

  #isStale({ method }: ModelRequest): boolean {
    const { time } = this.#world;
    // A request that was on its way when all went well again brings no spell.
    const isSpell = this.weather.rate > 0 && time < this.#staleUntil;
    return method === 'GET' && (isSpell || time < this.#behindUntil);
  }

  #apply(
    request: ModelRequest,
    sending: Sending | null,
    fault: WireFault | null,
  ): Promise<ModelAnswer> {
    const applied = this.#turn.then(() =>
      this.#oracle.whileOurs(sending, fault, () =>
        this.#isStale(request)
          ? this.#model.handleLate(request, this.#lag)
          : this.#model.handle(request),
      ),
    );
    this.#turn = applied.catch(() => undefined);
    return applied;
  }
}

function modelRequest(request: HttpRequest, token: string | null): ModelRequest {
  const { method, path, json } = request;
  return {
    method,
    path,
    token,
    ...(json === undefined ? {} : { body: JSON.parse(JSON.stringify(json)) }),
  };
}

function fileOf(request: HttpRequest, bytes: Buffer | null) {
  return request.file === undefined || bytes === null
    ? {}
    : { file: { name: request.file.name, bytes } };
}

function isCreation({ method, path }: HttpRequest): boolean {
  return method === 'POST' && path.startsWith('/adminapi/');
}

/** A single record is asked for under its kind, a list is not. */
function isOfOne(path: string): boolean {
  return /^\/adminapi\/[^/?]+\/./.test(path);
}

function whole({ status, body }: ModelAnswer): Exchange {
  return { answered: true, answer: { status, location: null, retryAfter: null, body } };
}

function said(status: number, body: Buffer | string, retryAfter: number | null = null): Exchange {
  const location = status >= 300 && status < 400 ? `${ADDRESS}/elsewhere` : null;
  return { answered: true, answer: { status, location, retryAfter, body: Buffer.from(body) } };
}

/** A route of the service fails for every record, or is not there at all. */
const SICK = said(500, '{"message":"Internal Server Error"}');
const NO_ROUTE = said(
  404,
  '<!DOCTYPE html><html><head><title>Error</title></head><body><pre>Cannot GET</pre></body></html>',
);
/** A keeper who works on it lets it answer everything with one sentence. */
const CLOSED = said(200, '{"message":"We will be back soon."}');
const LONGEST_SPELL = 240_000;
/** How far a copy may be behind: readers of one that is behind for longer than things settle cannot be helped. */
const LONGEST_LAG = 30_000;
const DUE = 0.3;

function broken(
  failure: 'offline' | 'broken' | 'timeout' | 'too-large' | 'certificate' | 'cancelled',
): Exchange {
  return { answered: false, failure, message: `simulated: ${failure}` };
}

function never(): Promise<Exchange> {
  return new Promise(() => undefined);
}

function spell(exchange: Exchange): string {
  if (!exchange.answered) return exchange.failure;
  const { status, body } = exchange.answer;
  return `${status} ${body.toString('utf8', 0, 160)}`;
}

/** Returns the replacement of an answer, or null if the answer itself is returned. */
function spoil(fault: WireFault, shade: number, made: ModelAnswer | null): Exchange | null {
  switch (fault) {
    case 'offline':
      return broken('offline');
    case 'certificate':
      return broken('certificate');
    case 'too-large':
      return broken('too-large');
    case 'timeout':
    case 'applied-timeout':
      return broken('timeout');
    case 'lost-request':
    case 'lost-answer':
    case 'early-answer':
    case 'ghost':
      return broken('broken');
    case 'applied-failed':
      // Done, and to be seen elsewhere.
      if (shade >= 0.8) return said(303, '');
      return spoil('failed', shade / 0.8, made);
    case 'failed':
      return said(
        [500, 502, 503, 504][Math.floor(shade * 4)] ?? 500,
        '{"message":"Internal Server Error"}',
      );
    case 'late-failed':
      return said(504, PAGE);
    case 'request-timeout':
      return said(408, '');
    case 'cut-json':
      return made === null ? null : halved(made);
    case 'page':
      return said(200, PAGE);
    case 'redirect':
      return said(shade < 0.5 ? 302 : 307, '');
    case 'too-many':
      return said(
        429,
        '{"message":"Too Many Requests"}',
        shade < 0.5 ? null : Math.floor(shade * 20_000),
      );
    case 'garbage':
    case 'applied-garbage':
      return said(200, shade < 0.5 ? GARBAGE : POISON);
    case 'duplicate':
    case 'slow':
    case 'expired':
    case 'sick-reads':
    case 'closed':
    case 'stale-reads':
      return null;
    default:
      throw new Error(`no such fault: ${String(fault satisfies never)}`);
  }
}

function halved({ status, body }: ModelAnswer): Exchange {
  return status === 204 ? broken('broken') : said(status, body.subarray(0, body.length >> 1));
}
