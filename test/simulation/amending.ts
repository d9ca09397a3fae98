import type { Kind } from '#contract/resources/resource.ts';
import type { StoredOperation } from '#core/store/operationStore.ts';
import { PICTURES } from './drafts.ts';
import type { Field } from './drafts.ts';
import type { Creation } from './intent.ts';
import { keep, stage } from './keeping.ts';
import { mayRetry } from './operations.ts';
import type { Simulation } from './run.ts';

/** Names the amendments of refused creations that a long run must reach. */
export const AMENDED = [
  'two fields at once',
  'two fields at once, with a change behind it',
  'one of them again',
  'try again',
  'a send in between',
  'refused once more',
  'arrived',
] as const;
type Amended = (typeof AMENDED)[number];

type Part = Field | 'images' | 'PICFILE' | 'thickness';

/** Lists the fields of a new record's form that can be given again. */
const PARTS: Readonly<Record<Kind, readonly Part[]>> = {
  fittings: ['name', 'price', 'images'],
  materials: ['name', 'price', 'PICFILE'],
  products: ['name', PICTURES],
  'edge-bands': ['name', 'thickness'],
};

/**
 * Creates something that the service does not take, and changes it in several steps: two fields at once, one of
 * these again, with Try again or a Send in between. In the end the service takes it.
 */
export async function amend(simulation: Simulation, given: Kind): Promise<void> {
  const { person, chance, model } = simulation;
  const kind = chance.happens(0.4) ? 'products' : given;
  const created = await person.create(kind, chance.happens(0.5));
  if (created === null) return;
  const both = twoOf(simulation, kind);
  const names = [`N${created.value}`];
  model.notTaken.add(`N${created.value}`);
  if (chance.happens(0.4)) {
    // An edit made while the create is being sent queues behind it.
    simulation.background(person.push(130_000));
    await simulation.let(1 + chance.below(6));
    names.push(...(await change(simulation, created, both, false)));
  }
  await simulation.finish(person.push(130_000));
  const further = Array.from({ length: chance.below(3) }, () => both);
  const last = [chance.pick(both)];
  for (const parts of chance.happens(0.5) ? [both, last, ...further] : [both, ...further, last]) {
    names.push(...(await change(simulation, created, parts, chance.happens(0.5))));
    await between(simulation, created);
  }
  for (const name of names) model.notTaken.delete(name);
  await tryAgain(simulation, created);
  await simulation.finish(person.push(130_000));
  const { state } = creationOf(simulation, created) ?? {};
  if (state === 'done') hit(simulation, 'arrived');
}

function twoOf({ chance }: Simulation, kind: Kind): readonly Part[] {
  const out = chance.pick(PARTS[kind]);
  const parts = PARTS[kind];
  return parts.length === 2 ? parts : parts.filter((part) => part !== out);
}

/** Changes parts of it as a form does; gives the name that the service does not take either, where there is one. */
async function change(
  simulation: Simulation,
  { kind, eid, operation }: Creation,
  parts: readonly Part[],
  isTaken: boolean,
): Promise<readonly string[]> {
  const { person, oracle, model } = simulation;
  const value = oracle.value('us');
  const names = parts.includes('name') && !isTaken ? [`N${value}`] : [];
  for (const name of names) model.notTaken.add(name);
  const fields = parts.filter((part) => part === 'name' || part === 'price');
  const picture = parts.find((part) => part === 'images' || part === 'PICFILE');
  const files =
    picture === undefined
      ? []
      : await stage(person, kind, picture, person.given.write('fittings', value));
  const values = parts.includes('thickness') ? { thickness: value / 1_000 } : {};
  const { ws } = person;
  if (ws === null) return names;
  const wasRefused = isMending(simulation, operation);
  const isFollowed = ws.operations.openOf(eid).length > 1;
  const ref = ws.entities.get(eid)?.serviceId ?? eid;
  await keep(person, { kind, ref, eid }, { value, fields, values, files });
  if (wasRefused && parts.length > 1) hit(simulation, 'two fields at once');
  if (wasRefused && parts.length > 1 && isFollowed)
    hit(simulation, 'two fields at once, with a change behind it');
  if (wasRefused && parts.length === 1) hit(simulation, 'one of them again');
  await simulation.let(0);
  return names;
}

async function between(simulation: Simulation, created: Creation): Promise<void> {
  const { person, chance } = simulation;
  const what = chance.pick(['nothing', 'try again', 'send', 'send on'] as const);
  if (what === 'nothing' || !isMending(simulation, created.operation)) return;
  if (what === 'try again') await tryAgain(simulation, created);
  if (what !== 'send') await simulation.finish(person.push(130_000));
  else {
    simulation.background(person.push(0));
    await simulation.let(chance.pick([1, 3, 8]));
  }
  hit(simulation, 'a send in between');
  if (creationOf(simulation, created)?.state === 'refused') hit(simulation, 'refused once more');
}

async function tryAgain(simulation: Simulation, created: Creation): Promise<void> {
  const { person } = simulation;
  const operation = creationOf(simulation, created);
  if (operation?.state !== 'refused' || !mayRetry(operation)) return;
  await person.attempt(null, () => person.handlers()['outbox.retry']({ operation: operation.id }));
  hit(simulation, 'try again');
  await simulation.let(0);
}

/** Whether a creation was refused, and has not arrived since. */
function isMending(simulation: Simulation, id: string): boolean {
  const ws = simulation.person.ws;
  const operation = ws?.operations.get(id) ?? null;
  if (ws === null || operation === null) return false;
  const { state, seq } = operation;
  const refused = "SELECT 1 FROM attempt WHERE seq = ? AND outcome = 'refused'";
  const wasRefused = ws.work.prepare(refused).get(seq) !== undefined;
  return wasRefused && (state === 'refused' || state === 'waiting');
}

function creationOf({ person }: Simulation, { operation }: Creation): StoredOperation | null {
  return person.ws?.operations.get(operation) ?? null;
}

function hit({ coverage }: Simulation, what: Amended): void {
  coverage.hit('amended', what);
}
