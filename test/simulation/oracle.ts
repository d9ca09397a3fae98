import type { StoredOperation } from '#core/store/operationStore.ts';
import { syncModeOf } from '#core/workspace/syncMode.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import type { JsonObject, JsonValue } from '#reference/json.ts';
import { KINDS, NAMES } from '#reference/kinds.ts';
import type { Kind } from '#reference/kinds.ts';
import type { StateView } from '#reference/state/view.ts';
import type { WireFault } from './faults.ts';
import { openAttempt } from './openAttempt.ts';
import type { Effect, ModelService } from './service.ts';
import { ADDRESS } from './service.ts';
import { trialFaults } from './trialFaults.ts';
import type { Life, World } from './world.ts';
import type { HttpRequest } from '#core/platform/network.ts';

/** The invariants of the promise, by the number under which a violation is reported. */
export const INVARIANTS = {
  I1: 'no acknowledged edit is lost',
  I2: 'no record is created twice',
  I3: 'at rest, the service, the mirror and the intent agree',
  I4: 'no older value of ours replaces a newer one',
  I5: 'what was removed stays removed, and nothing else is',
  I6: 'nothing is taken away here that the service still has',
  I7: 'no change by another hand is overwritten that was seen',
  I8: 'nothing is sent before what it needs, never two requests of one record',
  I9: 'every write on the wire is on disk first',
  I10: 'nothing is sent unasked, signed out, or anywhere else',
  I11: 'without faults everything that can be sent is sent, in bounded time',
  I12: 'what arrives are the bytes that were given',
  I13: 'the files on disk are sound',
  I14: 'no answer, error or file breaks the program',
  I15: 'a trial changes one field, is sent once, and teaches what is true',
} as const;
export type Invariant = keyof typeof INVARIANTS;

export interface Violation {
  readonly invariant: Invariant;
  readonly text: string;
}

/** The operation for which a write left, as it was on disk at that moment. */
export interface Sending {
  readonly seq: number;
  readonly eid: string;
  readonly action: string;
  readonly base: JsonObject | null;
  /** Watched fields of the record in the last read before this write. */
  readonly read: Tracked | null;
  /** Watched fields of the record in the mirror at this moment. */
  readonly mirrored: Tracked | null;
}

/** The two fields in which every value tells who made it. */
export interface Tracked {
  readonly name: number | null;
  readonly price: number | null;
}

/** So long after the last edit a change may be sent without a press. */
const QUIET_MS = 9_999;

/** Whether the person lets changes be sent without a press. */
export function isAutomatic({ settings, meta }: Workspace): boolean {
  return settings.all().autoSend === 'online' && syncModeOf(meta) === 'on';
}

/** States in which an operation is still to be sent. */
const MOVES: ReadonlySet<string> = new Set(['waiting', 'sending', 'unknown']);

/** Watches every request and every change of the service, and reports broken invariants. */
export class Oracle {
  readonly violations: Violation[] = [];
  checks = 0;
  /** Who made a value: `us` is the person at the workstation. */
  readonly #authors = new Map<number, 'us' | 'other'>();
  #values = 1_000;
  readonly #world;
  readonly #model: () => ModelService;
  readonly #made = new Map<string, string[]>();
  /** Records that ever held a value of another administrator, even if an own value replaced it. */
  readonly #touched = new Set<string>();
  /** The values that our own requests gave last, by record and field. */
  readonly #given = new Map<string, number | null>();
  readonly #reads = new Map<string, Tracked>();
  readonly #onWire = new Map<Life, Set<string>>();
  #ours: { readonly sending: Sending | null; readonly fault: WireFault | null } | null = null;
  /** The records that the person asked to have removed, by local id or the service's. */
  readonly removals = new Set<string>();
  /** Older values that the person took back a change for. */
  readonly again = new Set<number>();
  /** Values that may be sent once more: a copy took the place of the work that had sent them. */
  readonly putBack = new Set<number>();
  /** Up to which operation a record's changes may have been sent by the work that a copy took the place of. */
  readonly sentBefore = new Map<string, number>();
  /** The newest operation that a Send of the person was to send. */
  sentUpTo = 0;
  /** When each operation was last edited, in world time. */
  readonly editedAt = new Map<number, number>();
  /** Operations that the person made, which only their Send may send. */
  readonly byPerson = new Map<number, true>();
  /** Operations that the person's plans need first, by the operation that needs them. */
  readonly needs = new Map<string, readonly string[]>();
  /** Operations that the person let be sent again. */
  readonly retried = new Set<string>();
  ws: Workspace | null = null;
  /**
   * Learns the person's current intent.
   *
   * The next start queues the rest of a plan that a death cut short.
   */
  learn: () => void = () => {};
  signedOut = false;

  constructor(world: World, model: () => ModelService) {
    this.#world = world;
    this.#model = model;
  }

  /** A value that nothing else has, greater than all before it. */
  value(author: 'us' | 'other'): number {
    this.#values += 1;
    this.#authors.set(this.#values, author);
    return this.#values;
  }

  authorOf(value: number | null): 'us' | 'other' | 'seed' {
    return value === null ? 'seed' : (this.#authors.get(value) ?? 'seed');
  }

  /** Notes that the person edited an operation now. */
  noteEdit(seq: number): void {
    this.editedAt.set(seq, this.#world.time);
  }

  /**
   * Notes that the user lets an operation go.
   *
   * It no longer needs discarded operations, even if they come back.
   */
  letGo(id: string): void {
    const isMeant = (each: string) => this.ws?.operations.get(each)?.state !== 'discarded';
    this.needs.set(id, (this.needs.get(id) ?? []).filter(isMeant));
  }

  expect(invariant: Invariant, holds: boolean, text: () => string): void {
    this.checks += 1;
    if (holds) return;
    const said = `${text()} (at ${Math.round(this.#world.time)} ms)`;
    this.violations.push({ invariant, text: said });
    this.#world.say(() => `VIOLATION ${invariant}: ${said}`);
  }

  onSend(
    life: Life,
    url: string,
    token: string | null,
    request: HttpRequest,
    bytes: Buffer | null,
  ): Sending | null {
    this.expect('I10', url === ADDRESS, () => `a request went to ${url}`);
    if (request.method === 'GET' || request.path === '/admin/login') return null;
    const { ws } = this;
    if (ws === null) return null;
    this.expect('I10', token !== null && !this.signedOut, () => `a write left while signed out`);
    this.expect('I9', !ws.work.inTransaction, () => 'a write left inside a transaction');
    const attempt = openAttempt(ws, request, bytes);
    this.expect(
      'I9',
      attempt !== null,
      () => `${request.method} ${request.path} has no attempt on disk`,
    );
    if (attempt === null) return null;
    const operation = ws.operations.bySeq(attempt);
    if (operation === null) return null;
    const { seq, eid, action, base, state } = operation;
    this.expect('I10', state === 'sending', () => `operation ${seq} was sent while ${state}`);
    const unsent = this.byPerson.has(seq) && seq > this.sentUpTo;
    const age = this.#world.time - (this.editedAt.get(seq) ?? -Infinity);
    const isAllowed = !unsent || (isAutomatic(ws) && age >= QUIET_MS);
    this.expect('I10', isAllowed, () => `operation ${seq} was sent before the person said so`);
    this.#expectOrder(life, ws, operation);
    const wrong = trialFaults(ws, operation, request, this.retried);
    this.expect('I15', wrong.length === 0, () => wrong.join());
    const id = idIn(request.path);
    const read = id === null ? null : (this.#reads.get(id) ?? null);
    const mirrored = mirroredOf(ws, eid);
    return { seq, eid, action, base: base === null ? null : JSON.parse(base), read, mirrored };
  }

  #expectOrder(life: Life, ws: Workspace, { id, seq, eid }: StoredOperation): void {
    const onWire = this.#onWire.get(life) ?? new Set();
    this.#onWire.set(life, onWire);
    this.expect('I8', !onWire.has(eid), () => `two requests of ${eid} at once`);
    onWire.add(eid);
    const earlier = ws.operations.openOf(eid).filter((each) => each.seq < seq);
    this.expect('I8', earlier.length === 0, () => `operation ${seq} overtook ${earlier[0]?.seq}`);
    const listed = ws.operations.needsOf(seq);
    const planned = (this.needs.get(id) ?? []).flatMap((each) => ws.operations.get(each) ?? []);
    const early = [...listed, ...planned].filter(({ state }) => MOVES.has(state));
    this.expect('I8', early.length === 0, () => `operation ${seq} went before ${early[0]?.seq}`);
  }

  onAnswered(life: Life, sending: Sending | null): void {
    if (sending !== null) this.#onWire.get(life)?.delete(sending.eid);
  }

  /** A read by id was carried out; its answer is there after `back` milliseconds. */
  onRead(path: string, back: number, from: StateView): void {
    const id = idIn(path);
    if (id === null) return;
    const record = recordIn(from, id);
    if (record === undefined) return;
    const seen = trackedOf(record);
    this.#world.after(back, () => this.#reads.set(id, seen));
  }

  /** Runs work of the service that is done for a request of ours. */
  async whileOurs<T>(
    sending: Sending | null,
    fault: WireFault | null,
    work: () => Promise<T>,
  ): Promise<T> {
    this.#ours = { sending, fault };
    try {
      return await work();
    } finally {
      this.#ours = null;
    }
  }

  onEffect({ kind, id, before, after }: Effect): void {
    if (after !== null && this.#isTouched(after)) this.#touched.add(id);
    const sending = this.#ours?.sending ?? null;
    if (sending === null) return this.#noteGiven(id, after, null);
    this.learn();
    const name = `${NAMES[kind].one} ${id}`;
    if (before === null) this.#onCreated(name, kind, id, sending);
    if (after === null && before !== null) this.#onRemoved(name, id, before, sending);
    if (before !== null && after !== null) this.#onChanged(name, id, before, after, sending);
    this.#noteGiven(id, after, before);
  }

  /** What a request of ours changed in a record is ours, whoever gave that value first; `before` is null where it was another hand. */
  #noteGiven(id: string, after: JsonObject | null, before: JsonObject | null): void {
    // A backup takes records away to put them back: those that come as we left them are ours as before.
    if (after === null && before === null) return;
    const [old, now] = [before, after].map((each) => (each === null ? null : trackedOf(each)));
    for (const field of ['name', 'price'] as const) {
      const key = `${id}/${field}`;
      const value = now?.[field] ?? null;
      if (old === null || old === undefined) {
        if (this.#given.get(key) !== value) this.#given.delete(key);
      } else if (old[field] !== value) this.#given.set(key, value);
    }
  }

  #onCreated(name: string, kind: Kind, id: string, { seq, eid, action }: Sending): void {
    this.expect('I5', action === 'create', () => `${name} was created by ${action} ${seq}`);
    const ids = this.#made.get(eid) ?? [];
    const alive = ids.filter((each) => this.#model().state.get(kind, each) !== undefined);
    const twice = alive.length > 0 && this.#ours?.fault !== 'duplicate';
    this.expect('I2', !twice, () => `${name} is ${alive.join(', ')} once more (operation ${seq})`);
    this.#made.set(eid, [...ids, id]);
  }

  #isTouched(record: JsonObject): boolean {
    const { name, price } = trackedOf(record);
    return [name, price].some((value) => this.authorOf(value) === 'other');
  }

  /**
   * Returns whether a request for this local record made the record, and no other administrator
   * changed it since.
   */
  isOwn(eid: string, id: string): boolean {
    // Of one that is gone by now it no longer matters.
    if (recordIn(this.#model().state, id) === undefined) return false;
    return !this.#touched.has(id) && this.#made.get(eid)?.includes(id) === true;
  }

  #onRemoved(name: string, id: string, before: JsonObject, sending: Sending): void {
    const asked = sending.action === 'remove' && this.#isAsked(id, sending.eid);
    this.expect('I5', asked, () => `${name} was removed, which nobody asked for`);
    this.#expectSeen(name, id, trackedOf(before), { name: null, price: null }, sending);
  }

  #isAsked(id: string, eid: string): boolean {
    return this.removals.has(eid) || this.removals.has(id);
  }

  #onChanged(
    name: string,
    id: string,
    before: JsonObject,
    after: JsonObject,
    sending: Sending,
  ): void {
    const [old, now] = [trackedOf(before), trackedOf(after)];
    for (const field of ['name', 'price'] as const) {
      const [was, is] = [old[field], now[field]];
      const backwards =
        was !== null &&
        is !== null &&
        was > is &&
        !this.again.has(is) &&
        !this.putBack.has(is) &&
        this.authorOf(was) === 'us' &&
        this.authorOf(is) === 'us';
      this.expect('I4', !backwards, () => `${name}: ${field} ${is} replaced the newer ${was}`);
    }
    this.#expectSeen(name, id, old, now, sending);
  }

  #expectSeen(name: string, id: string, old: Tracked, now: Tracked, sending: Sending): void {
    const { seq, base, read, mirrored } = sending;
    const known = base === null ? { name: null, price: null } : trackedOf(base);
    for (const field of ['name', 'price'] as const) {
      const was = old[field];
      const isTheirs = this.authorOf(was) === 'other' && this.#given.get(`${id}/${field}`) !== was;
      const lost = was !== null && was !== now[field] && isTheirs;
      const knowingly = known[field] === was;
      const seen = [read, mirrored].some((each) => each !== null && each[field] === was);
      this.expect(
        'I7',
        !(lost && seen && !knowingly),
        () => `operation ${seq} overwrote ${field} ${was} of ${name}`,
      );
    }
  }
}

/** Returns the watched values of a record in any form that the service uses. */
export function trackedOf(record: Readonly<Record<string, unknown>>): Tracked {
  return { name: digitsIn(record['name']), price: digitsIn(record['CIJENA'] ?? record['price']) };
}

function digitsIn(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const digits = /^N?(\d+)(?:\.0*)?$/.exec(String(value))?.[1];
  return digits === undefined ? null : Number(digits);
}

function mirroredOf(ws: Workspace, eid: string): Tracked | null {
  const entity = ws.entities.get(eid);
  if (entity === null || entity.serviceId === null) return null;
  const record = ws.records.get(entity.kind, entity.serviceId);
  return record === null ? null : trackedOf(JSON.parse(record.doc));
}

/** Returns the record with an id, of any kind. */
function recordIn(state: StateView, id: string): JsonObject | undefined {
  return KINDS.map((kind) => state.get(kind, id)).find((each) => each !== undefined);
}

function idIn(path: string): string | null {
  return /\/([0-9a-f]{24})$/.exec(path)?.[1] ?? null;
}

/** A JSON text that does not depend on the order of keys. */
export function canonical(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${parts.join()}}`;
}
