import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { edit, only, sendAll } from '../../support/editing.ts';
import { pull, settle, theirs } from './desk.ts';

const HOUR = 3_600_000;
const others = async (desk: TestWorkstation) =>
  (await desk.call('pulls.changes', { since: 1 })).changes.map(({ key, change }) => [key, change]);

/** Lets the service apply the request and lose its answer. */
async function lose(desk: TestWorkstation, method: 'POST' | 'PATCH' | 'DELETE'): Promise<void> {
  desk.service.addFault({ on: { method }, nth: 1, kind: 'lostAnswer' });
  expect(await desk.push()).toMatchObject({ unknown: 1 });
}

async function opened(): Promise<TestWorkstation> {
  const desk = await openDesk();
  await pull(desk);
  desk.clock.advance(24 * HOUR);
  return desk;
}

/** The list is read while the clock is set back, which is set right again before anything else. */
async function readSetBack(desk: TestWorkstation): Promise<void> {
  desk.clock.set(desk.clock.now() - HOUR);
  await pull(desk);
  desk.clock.advance(HOUR);
}

describe("what this workstation sent is not told as another's where the clock was set back when it was read", () => {
  it('a change of unknown outcome', async () => {
    const desk = await opened();
    await edit(desk, { name: 'Mine' });
    await lose(desk, 'PATCH');
    await readSetBack(desk);
    await sendAll(desk);
    await settle(desk);
    expect(await others(desk)).toEqual([]);
  });

  it('a change of unknown outcome, settled before the clock was set right', async () => {
    const desk = await opened();
    await edit(desk, { name: 'Mine' });
    await lose(desk, 'PATCH');
    desk.clock.set(desk.clock.now() - HOUR);
    await pull(desk);
    await sendAll(desk);
    await settle(desk);
    expect(await others(desk)).toEqual([]);
  });

  it('a change that was discarded', async () => {
    const desk = await opened();
    await edit(desk, { name: 'Mine' });
    await lose(desk, 'PATCH');
    await desk.call('outbox.discard', { operation: (await only(desk)).id });
    await readSetBack(desk);
    expect(await others(desk)).toEqual([]);
  });

  it('a creation that was discarded', async () => {
    const desk = await opened();
    const values = { kod: 'MINE-1', name: 'Mine', price: '1.50' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    await lose(desk, 'POST');
    await desk.call('outbox.discard', { operation: (await only(desk)).id });
    await readSetBack(desk);
    expect(await others(desk)).toEqual([]);
  });

  it('a removal that was discarded', async () => {
    const desk = await opened();
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    await lose(desk, 'DELETE');
    await desk.call('outbox.discard', { operation: (await only(desk)).id });
    await readSetBack(desk);
    expect(await others(desk)).toEqual([]);
  });

  it('but what another hand changed meanwhile is', async () => {
    const desk = await opened();
    await edit(desk, { name: 'Mine' });
    await lose(desk, 'PATCH');
    desk.service.state.patch('fittings', theirs(desk, 'ZAW-110'), { producent: 'Fersa' });
    await readSetBack(desk);
    await sendAll(desk);
    await settle(desk);
    expect(await others(desk)).toEqual([['ZAW-110', 'changed']]);
  });
});
