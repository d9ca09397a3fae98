import { SETTLE } from '../../../support/editing.ts';
import { act, asked, create, edit, fault, gone, settle, theirs, undo } from './acts.ts';
import { insist, World } from './world.ts';

export const DEEDS = [
  'edit',
  'clash',
  'create',
  'theirs',
  'gone',
  'fault',
  'act',
  'settle',
  'undo',
  'redo',
  'push',
  'pull',
  'calm',
  'restart',
  'wait',
] as const;
export interface Step {
  readonly do: (typeof DEEDS)[number];
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Does one thing, and looks whether all that became of pictures was chosen. */
async function take(world: World, { do: deed, a, b, c }: Step): Promise<void> {
  const { desk } = world;
  desk.clock.advance(1_000);
  if (deed === 'edit') await edit(world, a, b, c);
  else if (deed === 'clash') await clash(world, a, b, c);
  else if (deed === 'create') await create(world, a, b);
  else if (deed === 'theirs') theirs(world, a, b);
  else if (deed === 'gone') gone(world, a);
  else if (deed === 'fault') fault({ desk, count: () => world.count('fault') }, a, b);
  else if (deed === 'act') await act(world, a, b, c);
  else if (deed === 'settle') await settle(world, a, b);
  else if (deed === 'undo') await undo(world, a, false);
  else if (deed === 'redo') await undo(world, a, true);
  else if (deed === 'push') await push(world);
  else if (deed === 'pull') await asked(world, 'pull', desk.pull());
  else if (deed === 'calm') await calm(world);
  else if (deed === 'restart') await desk.restart();
  else desk.clock.advance(2 * SETTLE);
  world.check();
}

/** The person and another one change the same record, which is then sent. */
async function clash(world: World, a: number, b: number, c: number): Promise<void> {
  await edit(world, a, b, c);
  theirs(world, a, c);
  world.desk.clock.advance(2 * SETTLE);
  await push(world);
}

async function push(world: World): Promise<void> {
  if (await asked(world, 'push', world.desk.push())) return;
  const { url } = world.desk.service;
  await world.desk.call('session.login', { url, email: 'admin@example.com', password: 'demo' });
}

/** Checks that the shown values reach the service when nothing interferes. */
async function calm(world: World): Promise<void> {
  const { desk } = world;
  desk.service.clearFaults();
  desk.clock.advance(2 * SETTLE);
  await asked(world, 'pull', desk.pull());
  const before = await world.operations();
  if (before.some(({ state }) => state !== 'waiting')) return;
  const all = await Promise.all(
    world.held().map(async (held) => ({ held, shown: await world.shown(held) })),
  );
  for (let look = 0; look < 4; look += 1) {
    await push(world);
    desk.clock.advance(2 * SETTLE);
  }
  if ((await world.operations()).length > 0) return;
  for (const { held, shown } of all) {
    const now = world.held().find(({ id }) => id === held.id);
    if (shown === null || now === undefined) continue;
    world.count('calm');
    const [seen, there] = [world.bytesIn(shown['images']), world.picturesOf(now)];
    insist(seen.toSorted().join() === there.toSorted().join(), `other: ${held.name}`, seen, there);
    for (const name of ['name', 'price'])
      insist(
        String(shown[name]) === String(now.record[name]) ||
          Number(shown[name]) === Number(now.record[name]),
        `other: ${name} of ${held.name}`,
        shown[name],
        now.record[name],
      );
  }
}

/** Everything is let go, settled and sent: nothing waits for ever, and both sides show the same. */
async function end(world: World): Promise<void> {
  const { desk } = world;
  desk.service.clearFaults();
  for (let round = 0; round < 10; round += 1) {
    const open = await world.operations();
    if (open.length === 0) break;
    for (const { id, state } of open) {
      const what = state === 'held' ? 'release' : state === 'refused' && round < 4 ? 'retry' : null;
      if (what !== null) await desk.call('outbox.many', { what, operations: [id] });
      else if (state === 'conflict')
        await settle(
          world,
          open.filter((each) => each.state === 'conflict').findIndex((each) => each.id === id),
          round === 0 ? 2 : 3,
        );
      else if (state === 'refused')
        await desk.call('outbox.many', { what: 'discard', operations: [id] });
    }
    desk.clock.advance(2 * SETTLE);
    await push(world);
    world.check();
  }
  const left = await world.operations();
  insist(left.length === 0, 'waits for ever:', left);
  desk.clock.advance(2 * SETTLE);
  await desk.pull();
  for (const held of world.held()) {
    const shown = (await world.shown(held)) ?? {};
    const [seen, there] = [world.bytesIn(shown['images']), world.picturesOf(held)];
    insist(seen.join() === there.join(), `end: ${held.name}`, seen, there);
  }
  world.check();
}

export async function walk(steps: readonly Step[], counts: Map<string, number>): Promise<void> {
  const world = await World.open();
  let at = 0;
  try {
    for (; at < steps.length; at += 1) {
      const step = steps[at];
      if (step !== undefined) await take(world, step);
    }
    await end(world);
  } catch (thrown) {
    if (thrown instanceof Error)
      thrown.message += ` (step ${at}: ${JSON.stringify(steps[at] ?? 'end')})`;
    throw thrown;
  } finally {
    for (const [what, n] of world.counts) counts.set(what, (counts.get(what) ?? 0) + n);
  }
}
