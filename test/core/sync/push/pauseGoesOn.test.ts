import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, openDesk, SEED } from '../../../support/desk.ts';
import { edit } from '../../../support/editing.ts';
import { testPlatform } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const FITTING = /^\/adminapi\/fittings\/[0-9a-f]{24}$/;

describe('a pause that the service asks for', () => {
  it('has an end, though the change that met it was edited meanwhile', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    const on = { method: 'GET', path: FITTING };
    desk.service.addFault({
      on,
      nth: 1,
      kind: 'hook',
      hook: async (phase) => {
        if (phase === 'before') await edit(desk, { price: '9.30' });
      },
    });
    desk.service.addFault({ on, nth: 1, kind: 'tooMany' });
    const result = await desk.push();
    expect(result).toMatchObject({ done: 0, waiting: 1, stopped: null });
    // `nextAt` gives the time at which an open app pushes again.
    expect(result.nextAt).toBeGreaterThan(desk.clock.now());
    desk.clock.set(result.nextAt ?? 0);
    expect(await desk.push()).toMatchObject({ done: 1, nextAt: null });
  });
});

describe('what waits for its time', () => {
  it('is told, though that time comes while the lists are brought in line at the end of a push', async () => {
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    const platform = testPlatform(path.join(tempFolder(), 'data'));
    let told = 0;
    const writer = openWriter(
      platform,
      (name, data) => {
        if (name !== 'sync.progress' || !('phase' in data) || data.phase !== 'push') return;
        told += 1;
        // The first step is shown at once, the others together at the end.
        if (told === 2) platform.clock.advance(60_000);
      },
      true,
    );
    onTestFinished(async () => {
      await writer.close();
      await service.close();
    });
    await writer.handlers['session.login']({ url: service.url, ...ACCOUNT });
    await writer.handlers['sync.pull']({});
    for (const ref of ['ZAW-110', 'ZAW-155'])
      await writer.handlers['records.update']({
        kind: 'fittings',
        ref,
        values: { name: 'Nowa' },
        files: [],
      });
    service.addFault({ on: { method: 'GET', path: FITTING }, kind: 'garbage', body: '{"any":1}' });
    const result = await writer.handlers['sync.push']({ patience: 0 });
    expect(told).toBe(2);
    expect(result).toMatchObject({ waiting: 2, stopped: null, nextAt: expect.any(Number) });
  });
});
