import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import { Desk, startService } from './support.ts';

const undone = z.object({ restored: z.number(), kept: z.number(), group: z.string().nullable() });
const older = z.object({ older: z.string().nullable() });
const desk = new Desk();
let service: Reference;
let group = '';
beforeAll(async () => {
  service = await startService();
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

  it('leaves it the newest while nothing of it was taken back', async () => {
    const before = await desk.core(async (core) => {
      const edit = (ref: string, name: string) =>
        core.call('records.update', { kind: 'fittings', ref, values: { name }, files: [] });
      await edit('PRO-450', 'Runner');
      const [older] = (await core.call('groups.list', {})).groups;
      await edit('ZAW-110', 'Hinge');
      await core.call('sync.push', { patience: 0 });
      const hinge = service.state.all('fittings').find(({ kod }) => kod === 'ZAW-110');
      service.state.patch('fittings', String(hinge?.['_id']), { name: 'Of another hand' });
      await core.call('sync.pull', {});
      return older?.id;
    });
    await desk.json(['undo']);
    const kept = await desk.json(['undo']);
    expect(kept.json(undone)).toMatchObject({ restored: 0, kept: 1, group: null });
    expect(kept.json(older)).toEqual({ older: before });
    const done = await desk.json(['undo', '--also-changed']);
    expect(done.json(undone)).toMatchObject({ restored: 1, kept: 0 });
  });
});
