import type { Fault } from '#reference/wire/faults.ts';
import type { Acts } from './acts.ts';
import { PROFILES } from './station.ts';
import type { Story } from './story.ts';

/** Something else is asked for while a request is on its way. */
export async function during(story: Story, acts: Acts, n: number): Promise<void> {
  const isPull = n % 4 === 3;
  if (!isPull) await (n % 8 === 1 ? acts.edit() : acts.create(n));
  const [gate, there] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const on = isPull
    ? { method: 'GET', path: /fitting/ }
    : { method: n % 8 === 1 ? 'PATCH' : 'POST', path: /fitting|upload/ };
  const hold: Fault = {
    kind: 'hook',
    on,
    nth: 1,
    hook: async (phase) => {
      if (phase !== (n % 16 < 8 ? 'before' : 'after')) return;
      there.resolve();
      await gate.promise;
    },
  };
  for (const each of story.station.services) each.addFault(hold);
  const running = isPull
    ? story.asked('pull held', story.host.call('sync.pull', {}))
    : story.asked('push held', story.host.call('sync.push', { patience: 0 }));
  const wasHeld = await Promise.race([there.promise.then(() => true), running.then(() => false)]);
  story.count(`${isPull ? 'pull' : 'push'} ${wasHeld ? 'was held' : 'was over'}`);
  const act = aside(story, acts, Math.floor(n / 4));
  await new Promise((resolve) => setTimeout(resolve, 3));
  gate.resolve();
  await act;
  await running;
  for (const each of story.station.services) each.clearFaults();
}

async function aside(story: Story, acts: Acts, n: number): Promise<void> {
  const others: readonly (() => Promise<void>)[] = [
    () => acts.switch(),
    () => acts.login(n),
    async () => void (await story.asked('logout', story.host.call('session.logout', {}))),
    async () => {
      await story.station.restart();
      story.count('restart: yes');
    },
    () => acts.restore(0),
    () => acts.move(0),
    () => acts.edit(),
    async () => {
      await Promise.all([acts.switch(), acts.switch()]);
    },
    () => acts.create(1),
    () => acts.unawaited(0),
    () => acts.login(n + 3),
    async () => {
      await Promise.all([acts.login(1), acts.create(1)]);
    },
    async () => {
      const left = PROFILES.indexOf(story.open);
      await Promise.all([acts.switch(), acts.remove(left)]);
    },
    async () => {
      await Promise.all([acts.restore(1), acts.create(1)]);
    },
    async () => {
      await Promise.all([acts.move(0), acts.create(1)]);
    },
    async () => {
      await Promise.all([acts.switch(), acts.move(0)]);
    },
  ];
  await others[n % others.length]?.();
}
