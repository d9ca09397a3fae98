import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { edit, idOf, sendAll } from '../../support/editing.ts';
import { undo } from '../../support/sheets.ts';

const PATCH = { method: 'PATCH' };

const states = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ state }) => state).toSorted();

/** A change of the price is refused, and one of the name, made while it was on its way, waits for it. */
async function refusedInFront(): Promise<TestWorkstation> {
  const desk = await openDesk();
  await edit(desk, { price: '9.20' });
  desk.service.addFault({ on: PATCH, nth: 1, kind: 'resetBefore' });
  desk.service.addFault({ on: PATCH, nth: 1, kind: 'status', status: 400 });
  await desk.push();
  await edit(desk, { name: 'B' });
  await sendAll(desk);
  expect(await states(desk)).toEqual(['held', 'refused']);
  return desk;
}

describe('what waits for a refused change', () => {
  it('waits no more where that is brought back to what the service holds', async () => {
    const desk = await refusedInFront();
    await edit(desk, { price: '8.90' });
    expect(await states(desk)).toEqual(['waiting']);
    await sendAll(desk);
    expect(desk.service.state.get('fittings', idOf(desk, 'ZAW-110'))).toMatchObject({
      name: 'B',
      price: '8.90',
    });
    expect(await states(desk)).toEqual([]);
  });

  it('waits no more where that is given another value', async () => {
    const desk = await refusedInFront();
    await edit(desk, { price: '9.30' });
    expect(await states(desk)).toEqual(['waiting', 'waiting']);
  });

  it('waits no more where Undo takes it back', async () => {
    const desk = await refusedInFront();
    const { groups } = await desk.call('groups.list', {});
    await undo(desk, groups.at(-1)?.id);
    expect(await states(desk)).not.toContain('held');
    await sendAll(desk);
    expect(desk.service.state.get('fittings', idOf(desk, 'ZAW-110'))).toMatchObject({ name: 'B' });
    expect(await states(desk)).toEqual([]);
  });
});
