import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { edit, only, sendAll } from '../../support/editing.ts';
import { undo } from '../../support/sheets.ts';

const REF = { kind: 'fittings', ref: 'ZAW-110' } as const;

describe('what a person held is held again', () => {
  it('once the removal of its record is undone', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Not yet' });
    await desk.call('outbox.hold', { operation: (await only(desk)).id });
    await desk.call('records.remove', REF);
    await undo(desk);
    expect(await only(desk)).toMatchObject({
      state: 'held',
      reason: { code: 'held-by-person' },
    });
    expect(await desk.push()).toMatchObject({ done: 0 });
  });

  it('once the removal of its record is discarded', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Not yet' });
    await desk.call('outbox.hold', { operation: (await only(desk)).id });
    await desk.call('records.remove', REF);
    await desk.call('outbox.discard', { operation: (await only(desk)).id });
    expect(await only(desk)).toMatchObject({ state: 'held' });
    expect(await desk.push()).toMatchObject({ done: 0 });
  });

  it('where it was a new record that was removed and is brought back', async () => {
    const desk = await openDesk();
    const values = { kod: 'NEW-1', name: 'Not yet' };
    const { id } = await desk.call('records.create', { kind: 'fittings', values, files: [] });
    await desk.call('outbox.hold', { operation: (await only(desk)).id });
    await desk.call('records.remove', { kind: 'fittings', ref: id });
    await undo(desk);
    expect(await only(desk)).toMatchObject({ state: 'held' });
    expect(await desk.push()).toMatchObject({ done: 0 });
  });
});

it('what a person held is held where its record, removed there, is made again by Undo', async () => {
  const desk = await openDesk();
  await edit(desk, { name: 'Not yet' });
  await desk.call('outbox.hold', { operation: (await only(desk)).id });
  await desk.call('records.remove', REF);
  await sendAll(desk);
  expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  await undo(desk);
  expect(await only(desk)).toMatchObject({ state: 'held', reason: { code: 'held-by-person' } });
  await sendAll(desk);
  const names = desk.service.state.all('fittings').map(({ name }) => name);
  expect(names).not.toContain('Not yet');
});
