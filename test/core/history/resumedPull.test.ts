import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { LIST, product } from '../../support/wardrobes.ts';
import { pull, settle } from './desk.ts';

const added = async (desk: TestWorkstation) =>
  (await desk.call('pulls.changes', { since: 1, change: 'added' })).changes.map(
    ({ title }) => title,
  );

describe('what others added', () => {
  it('is told whole where the pull that brought it was stopped, noted, and gone on with', async () => {
    const desk = await openDesk({ variant: { pageCap: 10 } });
    await settle(desk);
    for (let n = 0; n < 60; n++) desk.service.state.insert('products', product(n));
    desk.service.addFault({ on: { path: LIST }, nth: 4, times: 99, kind: 'unauthorized' });
    await expect(desk.pull()).rejects.toMatchObject({ code: 'unauthorized' });
    await settle(desk);
    const first = await added(desk);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(60);
    desk.service.clearFaults();
    const before = desk.service.log.length;
    await desk.call('session.login', {
      url: desk.service.url,
      email: 'admin@example.com',
      password: 'demo',
    });
    await pull(desk);
    const next = desk.service.log.slice(before).find((each) => each.path === LIST);
    expect(Number(next?.query['offset'])).toBeGreaterThan(0);
    expect(new Set(await added(desk)).size).toBe(60);
    const { pulls } = await desk.call('pulls.list', {});
    const ofProducts = pulls.filter(({ kind, first: isFirst }) => kind === 'products' && !isFirst);
    expect(ofProducts.reduce((sum, each) => sum + each.added, 0)).toBe(60);
  });
});
