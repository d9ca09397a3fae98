import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { idOf } from '../../../support/editing.ts';

const edit = async (desk: TestWorkstation, ref: string, price: string) => {
  const values = { price };
  const made = await desk.call('records.update', { kind: 'fittings', ref, values, files: [] });
  return made.operation ?? '';
};
const priceAt = (desk: TestWorkstation, kod: string) =>
  Number(desk.service.state.get('fittings', idOf(desk, kod))?.['price']);
const waiting = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ key }) => key);

describe('a Send of some operations', () => {
  it('sends those, and leaves all others waiting', async () => {
    const desk = await openDesk();
    const mine = await edit(desk, 'ZAW-110', '20');
    await edit(desk, 'ZAW-155', '30');
    const result = await desk.call('sync.push', { patience: 0, operations: [mine] });
    expect(result).toMatchObject({ done: 1, waiting: 1 });
    expect([priceAt(desk, 'ZAW-110'), priceAt(desk, 'ZAW-155')]).toEqual([20, 14.3]);
    expect(await waiting(desk)).toEqual(['ZAW-155']);
    await desk.call('sync.push', { patience: 0 });
    expect(await waiting(desk)).toEqual([]);
  });

  it('sends what they need first: earlier changes of the record, and what it was made behind', async () => {
    const desk = await openDesk();
    const values = { code: 'NEW', name: 'New' };
    await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
    const first = await edit(desk, 'ZAW-110', '20');
    await desk.call('outbox.hold', { operation: first });
    const removal = await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    await desk.call('outbox.release', { operation: first });
    const operations = [removal.operation ?? '', first];
    await desk.call('sync.push', { patience: 0, operations });
    expect(await waiting(desk)).toEqual(['NEW']);
    expect(desk.service.state.all('fittings').map(({ kod }) => kod)).toEqual(['ZAW-110']);
  });

  it('of none sends nothing', async () => {
    const desk = await openDesk();
    await edit(desk, 'ZAW-110', '20');
    await desk.call('sync.push', { patience: 0, operations: [] });
    expect(await waiting(desk)).toEqual(['ZAW-110']);
  });

  it('does not let a Send of all be forgotten that waits behind the same push', async () => {
    const desk = await openDesk();
    const mine = await edit(desk, 'ZAW-110', '20');
    const sends = [desk.call('sync.push', { patience: 0, operations: [mine] })];
    await edit(desk, 'ZAW-155', '30');
    sends.push(desk.call('sync.push', { patience: 0 }));
    sends.push(desk.call('sync.push', { patience: 0, operations: [mine] }));
    await Promise.all(sends);
    expect(await waiting(desk)).toEqual([]);
  });
});
