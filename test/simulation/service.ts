import { createHash } from 'node:crypto';
import type { Kind as CoreKind } from '#contract/resources/resource.ts';
import type { JsonObject, JsonValue } from '#reference/json.ts';
import { KINDS } from '#reference/kinds.ts';
import type { Kind } from '#reference/kinds.ts';
import { createApp } from '#reference/service/app.ts';
import type { Received, ReceivedFile, Service } from '#reference/service/service.ts';
import { State } from '#reference/state/state.ts';
import type { StoredFile } from '#reference/state/view.ts';
import { DEFAULT_VARIANT } from '#reference/variant.ts';
import type { Variant } from '#reference/variant.ts';
import type { Chance } from './random.ts';

export const ACCOUNT = { email: 'admin@example.com', password: 'demo' };
export const ADDRESS = 'https://service.example';

/** A change of the service's records, by whomever. */
export interface Effect {
  readonly kind: Kind;
  readonly id: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** The service's records; reports every change to its listener. */
class WatchedState extends State {
  onEffect: (effect: Effect) => void = () => undefined;

  override insert(kind: Kind, record: JsonObject): JsonObject {
    const after = super.insert(kind, record);
    this.onEffect({ kind, id: String(after['_id']), before: null, after });
    return after;
  }

  override patch(kind: Kind, id: string, fields: JsonObject): JsonObject {
    const before = this.get(kind, id) ?? null;
    const after = super.patch(kind, id, fields);
    this.onEffect({ kind, id, before, after });
    return after;
  }

  override remove(kind: Kind, id: string): boolean {
    const before = this.get(kind, id) ?? null;
    const removed = super.remove(kind, id);
    if (removed) this.onEffect({ kind, id, before, after: null });
    return removed;
  }
}

/** A copy of the records that hears of every change later; who is signed in it knows at once. */
class Follower extends State {
  readonly #first;

  constructor(first: State, now: () => Date) {
    super(now);
    this.#first = first;
  }

  override useToken(token: string, lifetime: number): boolean {
    return this.#first.useToken(token, lifetime);
  }

  override files(): readonly StoredFile[] {
    return this.#first.files();
  }

  hear({ kind, id, after }: Effect, touched: number): void {
    if (after === null) this.collections[kind].delete(id);
    else this.collections[kind].put(id, { record: after, touched });
  }
}

/** A request as it reaches the service. */
export interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly body?: JsonValue;
  readonly file?: { readonly name: string; readonly bytes: Buffer };
}

export interface ModelAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly contentType: string;
}

/** The kinds as the service names them. */
export const MODEL_KIND: Readonly<Record<CoreKind, Kind>> = {
  fittings: 'fittings',
  materials: 'materials',
  products: 'products',
  'edge-bands': 'edgeBands',
};

/**
 * The document's service without a network: the reference's own routes and records, fed one request
 * at a time. It shares nothing with the core's descriptors.
 */
export class ModelService {
  readonly state: WatchedState;
  readonly service: Service;
  readonly #app;
  /** The replica that serves redirected readers. */
  readonly follower: Follower;
  readonly #late: Service;
  readonly #lateApp;
  readonly #changes: { readonly at: number; readonly effect: Effect }[] = [];
  #heard = 0;
  readonly #born;
  /** Ids that a restored backup took away or brought back. */
  readonly restored = new Set<string>();
  readonly #ever = new Set<string>();
  readonly #removed = new Map<string, { readonly kind: Kind; readonly record: JsonObject }>();
  /** Names with which the service creates nothing: a value that it does not take. */
  readonly notTaken = new Set<string>();
  #names = 0;

  constructor(variant: Partial<Variant>, chance: Chance, now: () => Date) {
    const digits = (length: number) =>
      Array.from({ length }, () => '0123456789abcdef'.charAt(chance.below(16))).join('');
    this.state = new WatchedState(now, () => digits(24));
    this.service = {
      state: this.state,
      depot: nowhere,
      account: ACCOUNT,
      now,
      unique: () => `${digits(8)}-${(this.#names += 1)}`,
      chance: chance.fraction,
      variant: { ...DEFAULT_VARIANT, ...variant },
    };
    this.#born = now().getTime();
    this.#app = createApp(this.service);
    this.follower = new Follower(this.state, now);
    this.#late = { ...this.service, state: this.follower };
    this.#lateApp = createApp(this.#late);
  }

  /** Answers a read from a copy that is so many milliseconds behind. */
  handleLate(request: ModelRequest, lag: number): Promise<ModelAnswer> {
    // Every replica has the records of the beginning.
    const until = Math.max(this.#born, this.service.now().getTime() - lag);
    for (let next = this.#changes[this.#heard]; next !== undefined && next.at <= until;) {
      this.follower.hear(next.effect, this.#heard);
      this.#heard += 1;
      next = this.#changes[this.#heard];
    }
    return this.handle(request, this.#lateApp);
  }

  /** Carries one request out and gives the answer. */
  async handle(
    { method, path, token, body, file }: ModelRequest,
    app = this.#app,
  ): Promise<ModelAnswer> {
    if (method === 'POST' && this.#isNotTaken(body)) return NOT_TAKEN;
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const received: Received = {
      files: file === undefined ? [] : [received1(file)],
      ...(body === undefined ? {} : { body }),
    };
    const request = new Request(ADDRESS + path, { method, headers });
    const answer = await app.fetch(request, { received });
    return {
      status: answer.status,
      body: Buffer.from(await answer.arrayBuffer()),
      contentType: answer.headers.get('content-type') ?? '',
    };
  }

  #isNotTaken(body: JsonValue | undefined): boolean {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
    return typeof body['name'] === 'string' && this.notTaken.has(body['name']);
  }

  setVariant(variant: Partial<Variant>): void {
    for (const each of [this.service, this.#late]) each.variant = { ...each.variant, ...variant };
  }

  /** Keeps every past version, and the versions lost with a restored backup. */
  note(effect: Effect): void {
    const { kind, id, before, after } = effect;
    this.#changes.push({ at: this.service.now().getTime(), effect });
    if (before === null) this.#ever.add(`${kind}/${id}`);
    else if (after === null) this.#removed.set(id, { kind, record: before });
  }

  everHad(kind: Kind, id: string): boolean {
    return this.#ever.has(`${kind}/${id}`);
  }

  /** The service's keeper puts back a backup: records made since vanish, removed ones are there again. */
  restore(chance: Chance): void {
    const { state } = this;
    for (const kind of KINDS)
      for (const record of state.all(kind)) {
        const id = String(record['_id']);
        if (!chance.happens(0.2)) continue;
        this.restored.add(id);
        state.remove(kind, id);
      }
    for (const [id, { kind, record }] of this.#removed)
      if (chance.happens(0.5) && state.get(kind, id) === undefined) {
        this.restored.add(id);
        state.insert(kind, record);
      }
  }
}

function received1({ name, bytes }: { name: string; bytes: Buffer }): ReceivedFile {
  return {
    fieldname: 'image',
    originalname: name,
    encoding: '7bit',
    mimetype: 'application/octet-stream',
    file: '',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
  };
}

const NOT_TAKEN: ModelAnswer = {
  status: 400,
  body: Buffer.from('{"message":"Validation failed"}'),
  contentType: 'application/json',
};

/** The bytes need not be kept: the digest identifies them. */
const nowhere: Service['depot'] = {
  receive: () => Promise.reject(new Error('nothing is received here')),
  copy: (file) => Promise.resolve(file),
  discard: () => Promise.resolve(),
  accept: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  close: () => undefined,
};
