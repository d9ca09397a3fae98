import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../../support/desk.ts';
import { heldClock } from '../../../support/heldClock.ts';
import { testPlatform } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

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
