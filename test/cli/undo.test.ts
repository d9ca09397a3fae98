import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { Desk, startService } from './support.ts';

const undone = z.object({ restored: z.number(), kept: z.number(), group: z.string().nullable() });
const desk = new Desk();
let group = '';
beforeAll(async () => {
  const service = await startService();
  await desk.ready(service.url);
  group = await desk.core(async (core) => {
    const price = (value: string) =>
      core.call('records.update', {
        kind: 'fittings',
        ref: 'NOGA-1',
        values: { price: value },
        files: [],
      });
    await price('3');
    await core.call('sync.push', { patience: 0 });
    await price('50');
    const { groups } = await core.call('groups.list', {});
    return groups[1]?.id ?? '';
  });
});

describe('an undo of what was changed since', () => {
  it('keeps it where nobody says otherwise', async () => {
    const ran = await desk.json(['undo', group, '--dry-run']);
    expect(ran.json(undone).restored).toBe(0);
  });

  it('is told before it is done by the number that it then takes back', async () => {
    const args = ['undo', group, '--also-changed'];
    const tried = await desk.json([...args, '--dry-run']);
    expect(tried.json(undone)).toEqual({ restored: 1, kept: 0, group: null });
    expect((await desk.run([...args, '--dry-run'])).out).toContain('Nothing was changed.');
    const done = await desk.json(args);
    expect(done.json(undone)).toMatchObject({ restored: 1, kept: 0 });
  });
});
