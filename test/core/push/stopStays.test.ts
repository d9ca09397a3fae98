import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '#core/platform.ts';
import { openWriter } from '#core/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** A clock whose sleepers wake when the test says so. */
function heldClock() {
  let now = Date.UTC(2026, 2, 2);
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const clock: Clock & { advance: (ms: number) => void; readonly asleep: () => number } = {
    now: () => now,
    steady: () => now,
    asleep: () => sleepers.length,
    advance: (ms) => {
      now += ms;
      for (const sleeper of sleepers.filter(({ at }) => at <= now)) sleeper.wake();
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        sleepers.push({ at: now + ms, wake: resolve });
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  return clock;
}

it('a stop that is pressed while a push ends for want of a network lets nothing go on by itself', async () => {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const clock = heldClock();
  const platform = { ...testPlatform(path.join(tempFolder(), 'data')), clock };
  const writer = openWriter(platform, () => undefined, true);
  onTestFinished(async () => {
    await writer.close();
    await service.close();
  });
  await writer.handlers['session.login']({ url: service.url, ...ACCOUNT });
  for (const code of ['A', 'B', 'C', 'D', 'E', 'F'])
    await writer.handlers['records.create']({
      kind: 'edge-bands',
      values: { code, name: code },
      files: [],
    });
  // A service that is sick is left alone for a while; the last of its answers is still on its way.
  const stopping: Promise<unknown>[] = [];
  let seen = 0;
  service.addFault({
    on: { method: 'POST', path: '/adminapi/edge_band' },
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'before') seen += 1;
      if (phase === 'before' && seen === 6)
        stopping.push(Promise.resolve(writer.handlers['sync.stop']({})));
    },
  });
  service.addFault({
    on: { method: 'POST', path: '/adminapi/edge_band' },
    kind: 'status',
    status: 503,
  });
  const result = await writer.handlers['sync.push']({ patience: 0 });
  expect(stopping).toHaveLength(1);
  await Promise.all(stopping);
  expect(result.stopped).toMatchObject({ code: 'offline' });
  const requests = service.log.length;
  for (let step = 0; step < 10; step += 1) {
    clock.advance(100_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(service.log.length).toBe(requests);
});
