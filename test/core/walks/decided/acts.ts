import type { Json } from '#contract/json.ts';
import type { JsonObject as Plain } from '#reference/json.ts';
import type { Conflict, Operation } from '#contract/operations.ts';
import { AppError } from '#contract/errors.ts';
import { SETTLE } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { insist } from './world.ts';
import type { Held, World } from './world.ts';

const [PRICES, NAMES] = [
  ['1', '9.5', '77', '1234.5'],
  ['Jeden', 'Dwa', 'Trzy'],
];
const FAULTS = [
  { kind: 'lostAnswer' },
  { kind: 'resetBefore' },
  { kind: 'status', status: 400, message: 'no' },
  { kind: 'tooMany' },
  { kind: 'unauthorized' },
] as const;
const METHODS = ['PATCH', 'PATCH', 'POST', 'GET'] as const;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
/** Picks a record, most often one of two, so that actions on it collide. */
const one = (world: World, a: number) => {
  const held = world.held();
  return a % 7 < 5 ? held.at(a % 2 === 0 ? 0 : -1) : pick(held, a);
};
const without = (list: readonly string[], others: readonly string[]) =>
  list.filter((each) => !others.includes(each));

/** Makes a call that the core may refuse, and counts its outcome. */
export async function asked(world: World, what: string, call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    world.count(what);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'internal') throw thrown;
    world.count(`${what}: ${thrown.code}`);
    return false;
  }
}

/** The person changes a record: pictures join, leave or take the place of others, with a price or a name. */
export async function edit(world: World, a: number, b: number, c: number): Promise<void> {
  const held = one(world, a);
  const shown = held === undefined ? null : await world.shown(held);
  if (held === undefined || shown === null) return;
  const list = Array.isArray(shown['images']) ? shown['images'] : [];
  const values: Record<string, Json> = {};
  if (b % 3 > 0) values['images'] = await changed(world, held, list, b, c);
  if (b % 3 === 0 || c % 4 === 0) values['name'] = `${pick(NAMES, c)} ${held.name}`;
  if (held.kind === 'fittings' && c % 3 === 0) values['price'] = pick(PRICES, b) ?? '1';
  const [old, next] = [world.bytesIn(list), world.bytesIn(values['images'] ?? list)];
  world.chosen(held.name, next, without(old, next));
  const { kind, id: ref } = held;
  await asked(world, 'edit', world.desk.call('records.update', { kind, ref, values, files: [] }));
}

async function changed(
  world: World,
  { kind }: Held,
  list: readonly Json[],
  b: number,
  c: number,
): Promise<Json[]> {
  const given = await world.give(c % 4);
  const isThere = world.bytesIn([...list]).includes(world.bytesOf(given));
  const at = b % Math.max(1, list.length);
  if (b % 5 === 0 && kind === 'products') return list.toSpliced(at, 1);
  if (isThere) return [...list];
  return b % 2 === 0 ? [...list, given] : list.toSpliced(at, 1, given);
}

/** Creates a fitting; another user may create one with the same code. */
export async function create(world: World, a: number, b: number): Promise<void> {
  const kod = `N-${a % 3}`;
  const image = await world.give(b % 4);
  const values = { kod, name: `Nowy ${kod}`, price: '3', images: [image] };
  world.chosen(kod, [world.bytesOf(image)]);
  const call = world.desk.call('records.create', { kind: 'fittings', values, files: [] });
  const isMade = await asked(world, 'create', call);
  if (!isMade || b % 3 > 0 || world.held().some(({ name }) => name === kod)) return;
  const theirs = { kod, name: 'Ich', price: '4', images: [`uploads/theirs/${world.next()}.png`] };
  world.chosen(kod, theirs.images);
  world.desk.service.state.insert('fittings', theirs);
}

/** Another administrator changes a record: a value, or a picture joins, leaves or is replaced. */
export function theirs(world: World, a: number, b: number): void {
  const held = one(world, a);
  if (held === undefined) return;
  const { kind, id, name, record } = held;
  const list = Array.isArray(record['images']) ? record['images'] : [];
  const mine = `uploads/theirs/${world.next()}.png`;
  const at = b % Math.max(1, list.length);
  const all: readonly (() => Plain)[] = [
    () => ({ name: `Ich ${b} ${name}` }),
    () => (kind === 'fittings' ? { price: String(b + 2) } : { name: `Ich ${name}` }),
    () => ({ images: list.toSpliced(at, 1, mine) }),
    () => ({ images: [...list, mine] }),
    () => ({ images: list.toSpliced(at, 1), name: `Ich ${b} ${name}` }),
  ];
  const change = pick(all, b)?.() ?? {};
  const next = world.bytesIn(change['images'] ?? list);
  world.chosen(name, next, without(world.bytesIn(list), next));
  world.desk.service.state.patch(kind, id, change);
  world.count('theirs');
}

export function gone(world: World, a: number): void {
  const held = one(world, a);
  if (held === undefined) return;
  world.desk.service.state.remove(held.kind, held.id);
  world.chosen(held.name, [], world.picturesOf(held));
  world.count('theirs gone');
}

export function fault(
  { desk, count }: { desk: TestWorkstation; count: () => void },
  a: number,
  b: number,
) {
  const what = pick(FAULTS, a) ?? { kind: 'resetBefore' };
  const method = pick(METHODS, b) ?? 'PATCH';
  desk.service.addFault({ on: { method }, nth: 1 + (b % 2), ...what });
  count();
}

const ACTS = ['hold', 'release', 'retry', 'discard'] as const;

/** A person does something with one operation, or with several at once. */
export async function act(world: World, a: number, b: number, c: number): Promise<void> {
  const open = await world.operations();
  const one = pick(open, b);
  const what = pick(ACTS, a) ?? 'hold';
  if (one === undefined) return;
  const operations = c % 3 === 0 ? open.map(({ id }) => id) : [one.id];
  await asked(
    world,
    `${what} ${c % 3 === 0 ? 'all' : 'one'}`,
    world.desk.call('outbox.many', { what, operations }),
  );
}

/** A person settles a conflict; told is whether the side that was chosen for each value ends at the service. */
export async function settle(world: World, a: number, b: number): Promise<void> {
  const open = await world.operations();
  const one = pick(
    open.filter(({ state }) => state === 'conflict'),
    a,
  );
  const { conflict = null } = one ?? {};
  if (one === undefined || conflict === null) return;
  const side = b % 3 > 0 ? 'mine' : 'theirs';
  const name = nameHere(world, one);
  if (side === 'mine' && name !== null) note(world, name, conflict);
  const call = world.desk.call('outbox.resolve', { operation: one.id, all: side });
  const isSettled = await asked(world, `settle ${conflict.type} ${side}`, call);
  const isAlone = open.every((each) => each.id === one.id || each.recordId !== one.recordId);
  if (!isSettled || conflict.type !== 'fields' || !isAlone || b % 2 > 0) return;
  await sent(world, one, conflict, side);
}

function nameHere(world: World, { serviceId, key, conflict }: Operation): string | null {
  const id = serviceId ?? conflict?.theirId ?? null;
  return world.held().find((each) => each.id === id)?.name ?? key;
}

function note(world: World, name: string, { type, fields }: Conflict): void {
  for (const { field, before, mine, theirs: there, clash } of fields) {
    if (field !== 'images' || (!clash && type !== 'key-taken')) continue;
    const kept = [...world.bytesIn(mine ?? []), ...world.bytesIn(before ?? [])];
    world.chosen(name, [], without(world.bytesIn(there ?? []), kept));
  }
}

async function sent(
  world: World,
  { serviceId }: Operation,
  { fields }: Conflict,
  side: 'mine' | 'theirs',
): Promise<void> {
  world.desk.clock.advance(2 * SETTLE);
  const before = world.held().find(({ id }) => id === serviceId)?.record;
  if (!(await asked(world, 'push', world.desk.push()))) return;
  const open = await world.operations();
  const held = world.held().find(({ id }) => id === serviceId);
  if (held === undefined || open.some((each) => each.serviceId === serviceId)) return;
  world.count('decision sent');
  for (const each of fields.filter(({ clash }) => clash)) {
    const value = held.record[each.field];
    if (each.field !== 'images')
      insist(
        // The other side may have changed again since the conflict was shown.
        String(value) === String(side === 'mine' ? trimmed(each.mine) : before?.[each.field]),
        `chosen: ${each.field}`,
        value,
        each,
      );
  }
}

/** The service keeps a price as a number. */
const trimmed = (value: Json | null) =>
  typeof value === 'string' && /^[\d.]+$/.test(value) ? Number(value) : value;

/** Undoes or redoes a group. */
export async function undo(world: World, a: number, isRedo: boolean): Promise<void> {
  const { desk } = world;
  const { groups } = await desk.call('groups.list', {});
  const queued = groups.filter(
    ({ state, label }) => state === 'queued' && (label.code === 'undo') === isRedo,
  );
  const group = pick(queued, a % 3)?.id;
  if (group === undefined) return;
  const head = await desk.call('undo.plan', { group }).catch(() => null);
  if (head === null) return world.count('undo: none');
  const { rows } = await desk.call('changesets.rows', { plan: head.plan, offset: 0, limit: 100 });
  for (const { ref, changes, ticked, action } of rows) {
    const held = world.held().find(({ id }) => id === ref);
    if (!ticked || held === undefined) continue;
    if (action === 'remove') world.chosen(held.name, [], world.picturesOf(held));
    for (const { before, after } of changes.filter(({ field }) => field === 'images')) {
      const [old, next] = [world.bytesIn(before ?? []), world.bytesIn(after ?? [])];
      world.chosen(held.name, next, without(old, next));
    }
  }
  await asked(world, isRedo ? 'redo' : 'undo', desk.call('changesets.queue', { plan: head.plan }));
}
