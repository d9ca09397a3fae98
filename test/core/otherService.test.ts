import { describe, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, openDesk, SEED } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';
import { pull, settle } from './past/desk.ts';

const fixed = (records: readonly object[], digit: string) =>
  records.map((each, place) => ({ ...each, _id: `${digit}${place}`.padEnd(24, 'a') }));
/** As a trial service that was filled with the data of the real one: every answer is the same. */
const SAME = {
  fittings: fixed(SEED.fittings, '1'),
  materials: fixed(SEED.materials, '2'),
  products: fixed(SEED.products, '3'),
  edgeBands: fixed(SEED.edgeBands, '4'),
};

async function moved(desk: Desk): Promise<void> {
  const other = await startReference({ seed: SAME, account: ACCOUNT });
  onTestFinished(() => other.close());
  await desk.call('session.login', { url: other.url, ...ACCOUNT });
}

describe('a profile that is pointed to another service', () => {
  it('has its whole catalogue, though every answer is as that of the one before', async () => {
    const desk = await openDesk({ seed: SAME });
    await pull(desk);
    const before = await desk.call('records.list', { kind: 'fittings' });
    expect(before.total).toBe(2);
    await moved(desk);
    expect((await desk.call('records.list', { kind: 'fittings' })).total).toBe(0);
    await desk.pull();
    for (const kind of ['fittings', 'materials', 'products', 'edge-bands'] as const)
      expect((await desk.call('records.list', { kind })).total).toBe(
        SAME[kind === 'edge-bands' ? 'edgeBands' : kind].length,
      );
  });

  it('tells nothing of what others changed at the one before', async () => {
    const desk = await openDesk({ seed: SAME });
    await pull(desk);
    desk.service.state.patch('fittings', String(SAME.fittings[0]?._id), { price: '77' });
    await pull(desk);
    const changes = async () => (await desk.call('pulls.changes', { since: 0 })).total;
    expect(await changes()).toBe(1);
    await moved(desk);
    await desk.pull();
    await settle(desk);
    expect(await changes()).toBe(0);
  });
});
