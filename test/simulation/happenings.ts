import fs from 'node:fs';
import path from 'node:path';
import type { Kind } from '#contract/resources/resource.ts';
import { openWriter } from '#core/app/writer.ts';
import { amend } from './amending.ts';
import { workByItself } from './automatic.ts';
import { fallBehind } from './behind.ts';
import { MODEL_KIND } from './service.ts';
import type { DiskError } from './disk.ts';
import { EDITABLE } from './drafts.ts';
import {
  actOnMany,
  addProduct,
  changeMany,
  createAgain,
  importSheet,
  resolveFields,
} from './furtherDeeds.ts';
import { mayRetry } from './operations.ts';
import { changeThere, idsThere } from './otherHand.ts';
import type { Person } from './person.ts';
import type { Simulation } from './run.ts';
import type { Action } from './schedule.ts';
import { tryField } from './trying.ts';

type Happening = (simulation: Simulation, kind: Kind) => void | Promise<void>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Runs each action: at the desk, on the machine, or at the service by another administrator. */
const HAPPENINGS: Readonly<Record<Action, Happening>> = {
  create: async ({ person, chance }, kind) => {
    await person.create(kind, chance.happens(0.5));
  },
  edit: ({ person, chance }, kind) => person.edit(kind, chance.pick(EDITABLE[kind])),
  'swap-file': ({ person }, kind) => person.swapFile(kind),
  remove: ({ person }, kind) => person.remove(kind),
  plan: ({ person }) => addProduct(person),
  push: (simulation) => {
    const patience = simulation.chance.pick([0, 0, 130_000, 600_000]);
    simulation.background(simulation.person.push(patience));
  },
  pull: (simulation) => simulation.background(simulation.person.pull()),
  stop: (simulation) => simulation.background(simulation.person.stop()),
  hold: ({ person }) => person.act('hold'),
  release: ({ person }) => person.act('release'),
  retry: ({ person }) => person.act('retry'),
  discard: ({ person }) => person.act('discard'),
  'resolve-mine': ({ person }) => person.resolve('mine'),
  'resolve-theirs': ({ person }) => person.resolve('theirs'),
  'sign-in': (simulation) => simulation.background(simulation.person.signIn()),
  settings: async ({ person, chance }) => {
    await person.settings(1 + chance.below(6));
  },
  restart: async (simulation) => {
    await simulation.desk.close();
    await simulation.revive();
  },
  kill: (simulation) => simulation.troubleAfter(1 + simulation.chance.below(60), 'kill'),
  power: (simulation) => simulation.troubleAfter(1 + simulation.chance.below(60), 'power'),
  'disk-full': (simulation) => failDisk(simulation, 'full'),
  'disk-io': (simulation) => failDisk(simulation, 'io'),
  'disk-busy': (simulation) => failDisk(simulation, 'busy'),
  'file-flip': flip,
  'clock-back': ({ world, chance, oracle }) => {
    oracle.editedAt.clear();
    world.skew -= chance.pick([HOUR, 400 * DAY]);
  },
  'clock-on': ({ world, chance, oracle }) => {
    oracle.editedAt.clear();
    world.skew += chance.pick([HOUR, 400 * DAY]);
  },
  suspend: ({ world }) => {
    world.time += 8 * HOUR;
  },
  wait: (simulation) => simulation.pass(simulation.chance.pick([1_000, 20_000, 130_000])),
  second: openSecond,
  'other-insert': (simulation, kind) => simulation.byAnother(kind, null),
  'other-edit': (simulation, kind) => changeOneOf(simulation, kind, idsThere(simulation, kind)),
  'other-same': (simulation, kind) => changeOneOf(simulation, kind, idsWaiting(simulation, kind)),
  'other-remove': (simulation, kind) => {
    const ids = idsThere(simulation, kind);
    if (ids.length > 0)
      simulation.model.state.remove(MODEL_KIND[kind], simulation.chance.pick(ids));
  },
  'service-restored': ({ model, chance }) => model.restore(chance),
  bulk: ({ person, chance }, kind) => changeMany(person, kind, chance.pick(EDITABLE[kind])),
  undo: ({ person }) => person.undo(),
  redo: ({ person }) => person.undo('any'),
  many: ({ person }) => actOnMany(person),
  'resolve-fields': ({ person }) => resolveFields(person),
  again: ({ person }) => createAgain(person),
  import: ({ person }, kind) => importSheet(person, kind),
  'put-back': putBack,
  amend,
  behind: fallBehind,
  automatic: workByItself,
  try: tryField,
};

/** Lets an action happen. */
export async function happen(simulation: Simulation, action: Action, kind: Kind): Promise<void> {
  await HAPPENINGS[action](simulation, kind);
}

/**
 * Copies the data, sends the outbox, then replaces the data with the copy.
 *
 * This is a restored disk backup, or a copy moved to another computer.
 */
async function putBack(simulation: Simulation): Promise<void> {
  const { desk, person, oracle } = simulation;
  const forget = person.remember();
  await desk.close();
  await desk.bury();
  const copy = desk.copyData();
  await simulation.revive();
  for (const { eid, seq } of person.ws?.operations.open() ?? []) oracle.sentBefore.set(eid, seq);
  await letAllGo(person);
  await simulation.finish(person.push(130_000));
  // By now, requests sent before the restore have arrived or never will.
  await simulation.pass(130_000);
  await simulation.revive();
  await desk.close();
  await desk.bury();
  desk.putBack(copy);
  for (const { value } of person.edits) oracle.putBack.add(value);
  // What a plan went on to queue at the start between them it queues again in the copy.
  forget();
  await simulation.revive();
}

/** Held and refused operations may end here. */
async function letAllGo(person: Person): Promise<void> {
  for (const operation of person.ws?.operations.open() ?? []) {
    const { id, state, reason } = operation;
    if (state === 'held' && reason?.code === 'held-by-person') {
      person.oracle.letGo(id);
      await person.attempt(null, () => person.handlers()['outbox.release']({ operation: id }));
    }
    if (state !== 'refused' || !mayRetry(operation)) continue;
    person.oracle.retried.add(id);
    await person.attempt(null, () => person.handlers()['outbox.retry']({ operation: id }));
  }
}

function failDisk(simulation: Simulation, error: DiskError): void {
  const { disk } = simulation.desk;
  if (disk !== null) disk.error = error;
  simulation.troubleAfter(1 + simulation.chance.below(30), 'error');
}

/** A bit of a staged copy changes while nothing reads it. */
function flip({ desk, isBusy, chance }: Simulation): void {
  const folder = path.join(desk.profileDir, 'staged');
  if (isBusy || !fs.existsSync(folder)) return;
  const names = fs.readdirSync(folder).sort();
  if (names.length === 0) return;
  const file = path.join(folder, chance.pick(names));
  const bytes = fs.readFileSync(file);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
}

/** Another Cabinet on the same profile yields at once. */
async function openSecond({ desk, oracle }: Simulation): Promise<void> {
  const { writer } = desk;
  if (writer === null) return;
  try {
    const second = openWriter(writer.ws.platform, () => undefined);
    oracle.expect('I10', false, () => 'two writers had the same profile');
    await second.close();
  } catch (error) {
    const busy = error instanceof Error && 'code' in error && error.code === 'busy';
    const troubled = desk.isDead() || String(error).includes('failed here');
    oracle.expect('I10', busy || troubled, () => `a second writer was told ${String(error)}`);
  }
}

/** Records on which something waits here; all, where there are none. */
function idsWaiting(simulation: Simulation, kind: Kind): string[] {
  const ws = simulation.desk.writer?.ws;
  const there = new Set(idsThere(simulation, kind));
  const waiting = (ws?.operations.open() ?? []).flatMap(({ eid }) => {
    const entity = ws?.entities.get(eid);
    const id = entity?.kind === kind ? entity.serviceId : null;
    return id !== null && id !== undefined && there.has(id) ? [id] : [];
  });
  return waiting.length > 0 ? waiting : [...there];
}

function changeOneOf(simulation: Simulation, kind: Kind, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const { chance } = simulation;
  const priced = EDITABLE[kind].includes('price') && chance.happens(0.5);
  changeThere(simulation, kind, chance.pick(ids), priced ? 'price' : 'name');
}
