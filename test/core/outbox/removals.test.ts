import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';

const REF = 'ZAW-110';

/** A change of a price that waits, and behind it the removal of its record. */
async function changeThenRemove(desk: TestWorkstation): Promise<string> {
  await desk.pull();
  const values = { price: '9.20' };
  await desk.call('records.update', { kind: 'fittings', ref: REF, values, files: [] });
  const { operation } = await desk.call('records.remove', { kind: 'fittings', ref: REF });
  return operation ?? '';
}

const waiting = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', { states: ['waiting'] })).operations;
const shown = async (desk: TestWorkstation) => {
  const { rows } = await desk.call('records.list', { kind: 'fittings', search: REF });
  return rows[0]?.fields['price'];
};
const held = (desk: TestWorkstation) =>
  Number(desk.service.state.all('fittings').find(({ kod }) => kod === REF)?.['price']);

describe('a change that a removal took the place of', () => {
  it('waits again when the removal is discarded, and is sent', async () => {
    const desk = await openDesk();
    const removal = await changeThenRemove(desk);
    expect(await waiting(desk)).toMatchObject([{ action: 'remove' }]);
    await desk.call('outbox.discard', { operation: removal });
    expect(await waiting(desk)).toMatchObject([{ action: 'update', key: REF }]);
    expect(await shown(desk)).toBe('9.20');
    await desk.push();
    expect(held(desk)).toBe(9.2);
  });

  it('waits again when the service refused the removal and it is discarded', async () => {
    const desk = await openDesk();
    const removal = await changeThenRemove(desk);
    desk.service.addFault({ on: { method: 'DELETE' }, nth: 1, kind: 'status', status: 409 });
    await desk.push();
    expect((await desk.call('outbox.list', { states: ['refused'] })).operations).toHaveLength(1);
    await desk.call('outbox.discard', { operation: removal });
    await desk.push();
    expect(held(desk)).toBe(9.2);
  });

  it('waits again when somebody else changed the record and it is to stay', async () => {
    const desk = await openDesk();
    const removal = await changeThenRemove(desk);
    const there = desk.service.state.all('fittings').find(({ kod }) => kod === REF);
    desk.service.state.patch('fittings', String(there?.['_id']), { name: 'Zawias inny' });
    await desk.push();
    await desk.call('outbox.resolve', { operation: removal, all: 'theirs' });
    await desk.push();
    expect(held(desk)).toBe(9.2);
  });
});
