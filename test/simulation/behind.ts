import type { Kind } from '#contract/resources/resource.ts';
import { EDITABLE } from './drafts.ts';
import type { Field } from './drafts.ts';
import { changeThere, idsThere } from './otherHand.ts';
import type { Simulation } from './run.ts';
import { MODEL_KIND } from './service.ts';

/** Names the cases of stale reads after a pull that a long run must reach. */
export const BEHIND = [
  'a change of another hand',
  'a removal by another hand',
  'a change of ours',
  'with a change that was made before',
  'with a removal that was asked for before',
  'with a change that was made behind it',
  'with a removal that was asked for behind it',
  'with an Undo',
  'with a Refresh',
] as const;
type Behind = (typeof BEHIND)[number];

/** How much longer than it took until here a copy may still not know. */
const LONGEST = 20_000;

/**
 * Changes a record, pulls it, then sends readers to lagging replicas for a while.
 *
 * The person's changes to the record, made before or after that change, are sent during the lag.
 */
export async function fallBehind(simulation: Simulation, given: Kind): Promise<void> {
  const { person, chance, wire, world } = simulation;
  const kind = chance.happens(0.3) ? 'fittings' : given;
  const ids = idsThere(simulation, kind);
  const [id] = ids.length === 0 ? [] : [chance.pick(ids)];
  if (id === undefined) return;
  const field = chance.pick(EDITABLE[kind]);
  const before = chance.pick(['nothing', 'edit', 'edit', 'file', 'remove'] as const);
  await ask(simulation, kind, id, field, before);
  const at = world.time;
  const change = await changeFirst(simulation, kind, id, field, before === 'nothing');
  // Nothing is in the way of the Refresh that shows it.
  const { weather } = wire;
  wire.calm();
  await simulation.finish(person.pull());
  wire.weather = weather;
  wire.fallBehind(world.time - at + chance.below(LONGEST));
  hit(simulation, change);
  if (before === 'edit' || before === 'file') hit(simulation, 'with a change that was made before');
  if (before === 'remove') hit(simulation, 'with a removal that was asked for before');
  const since = chance.pick(['nothing', 'edit', 'remove', 'undo', 'pull'] as const);
  await ask(simulation, kind, id, chance.pick(EDITABLE[kind]), since);
  if (since === 'edit') hit(simulation, 'with a change that was made behind it');
  if (since === 'remove') hit(simulation, 'with a removal that was asked for behind it');
  if (since === 'undo') hit(simulation, 'with an Undo');
  if (since === 'pull') hit(simulation, 'with a Refresh');
  simulation.background(person.push(chance.pick([0, 130_000])));
  await simulation.let(chance.below(30));
}

/**
 * Makes the change that comes before the replica lag.
 *
 * It is a change of another administrator, or an own change that has just arrived.
 */
async function changeFirst(
  simulation: Simulation,
  kind: Kind,
  id: string,
  field: Field,
  mayBeOurs: boolean,
): Promise<Behind> {
  const { person, chance, model } = simulation;
  if (mayBeOurs && chance.happens(0.5)) {
    await person.edit(kind, field, id);
    await simulation.finish(person.push(0));
    return 'a change of ours';
  }
  if (chance.happens(0.15)) {
    model.state.remove(MODEL_KIND[kind], id);
    return 'a removal by another hand';
  }
  changeThere(simulation, kind, id, chance.pick(EDITABLE[kind]));
  return 'a change of another hand';
}

async function ask(
  simulation: Simulation,
  kind: Kind,
  id: string,
  field: Field,
  what: 'nothing' | 'edit' | 'file' | 'remove' | 'undo' | 'pull',
): Promise<void> {
  const { person } = simulation;
  if (what === 'edit') await person.edit(kind, field, id);
  if (what === 'file') await person.swapFile(kind, id);
  if (what === 'remove') await person.remove(kind, id);
  if (what === 'undo') await person.undo();
  if (what === 'pull') await simulation.finish(person.pull());
}

function hit({ coverage }: Simulation, what: Behind): void {
  coverage.hit('behind', what);
}
