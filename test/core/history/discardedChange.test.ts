import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { edit, only } from '../../support/editing.ts';
import { pull, theirs } from './desk.ts';

type Lost = 'lostAnswer' | 'resetBefore';

const others = async (desk: TestWorkstation) =>
  (await desk.call('pulls.changes', { since: 1 })).changes.map(({ key, change }) => [key, change]);

/** Sends the outbox, loses the answer, and discards the change. */
async function takeBack(
  desk: TestWorkstation,
  method: 'POST' | 'PATCH',
  kind: Lost,
): Promise<void> {
  desk.service.addFault({ on: { method }, nth: 1, kind });
  await desk.push();
  const { id: operation, state } = await only(desk);
  expect(state).toBe('unknown');
  await desk.call('outbox.discard', { operation });
}

async function changed(kind: Lost): Promise<TestWorkstation> {
  const desk = await openDesk();
  await pull(desk);
  await edit(desk, { name: 'The first' });
  await takeBack(desk, 'PATCH', kind);
  return desk;
}

async function created(kind: Lost): Promise<TestWorkstation> {
  const desk = await openDesk();
  await pull(desk);
  const values = { kod: 'MINE-1', name: 'The first', price: '1.50' };
  await desk.call('records.create', { kind: 'fittings', values, files: [] });
  await takeBack(desk, 'POST', kind);
  return desk;
}

describe('a change of unknown outcome that was discarded', () => {
  it("is not told as another's where it had arrived in truth", async () => {
    const desk = await changed('lostAnswer');
    await pull(desk);
    expect(await others(desk)).toEqual([]);
  });

  it('is not where what was to be sent behind it finds it', async () => {
    const desk = await changed('lostAnswer');
    await edit(desk, { name: 'The second' });
    desk.clock.advance(90_000_000);
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    await pull(desk);
    expect(await others(desk)).toEqual([]);
  });

  it('hides nothing that another hand changed beside it', async () => {
    const desk = await changed('lostAnswer');
    desk.service.state.patch('fittings', theirs(desk, 'ZAW-110'), { producent: 'Fersa' });
    await pull(desk);
    expect(await others(desk)).toEqual([['ZAW-110', 'changed']]);
  });

  it('is, where the record was read since, and another hand changed it so then', async () => {
    const desk = await changed('resetBefore');
    await pull(desk);
    await pull(desk);
    desk.service.state.patch('fittings', theirs(desk, 'ZAW-110'), { name: 'The first' });
    await pull(desk);
    expect(await others(desk)).toEqual([['ZAW-110', 'changed']]);
  });
});

describe('a creation of unknown outcome that was discarded', () => {
  it("is not told as another's where it had arrived in truth", async () => {
    const desk = await created('lostAnswer');
    await pull(desk);
    expect(theirs(desk, 'MINE-1')).not.toBe('undefined');
    expect(await others(desk)).toEqual([]);
  });

  it('is, where the record of its code holds something else', async () => {
    const desk = await created('resetBefore');
    desk.service.state.insert('fittings', { kod: 'MINE-1', name: 'Another', price: '9' });
    await pull(desk);
    expect(await others(desk)).toEqual([['MINE-1', 'added']]);
  });

  it('is, where the list was read since, and another hand made the same then', async () => {
    const desk = await created('resetBefore');
    await pull(desk);
    await pull(desk);
    desk.service.state.insert('fittings', { kod: 'MINE-1', name: 'The first', price: '1.50' });
    await pull(desk);
    expect(await others(desk)).toEqual([['MINE-1', 'added']]);
  });
});
