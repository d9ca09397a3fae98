import { describe, expect, it } from 'vitest';
import { openDesk, PNG } from '../../../support/desk.ts';
import { only, sendAll } from '../../../support/editing.ts';
import { undo } from '../../../support/sheets.ts';

/** A creation that arrived without an answer, and the record that it made. */
async function lostCreation() {
  const desk = await openDesk();
  const staged = { path: desk.file('h.png', PNG), kind: 'fittings' } as const;
  const { file } = await desk.call('files.stage', { ...staged, field: 'images' });
  const values = { kod: 'F-1', name: 'Uchwyt', price: '12.50' };
  const files = [{ field: 'images', file }];
  await desk.call('records.create', { kind: 'fittings', values, files });
  desk.service.addFault({
    on: { method: 'POST', path: '/adminapi/fittings' },
    nth: 1,
    kind: 'lostAnswer',
  });
  expect(await desk.push()).toMatchObject({ unknown: 1 });
  const made = () => desk.service.state.all('fittings').find(({ kod }) => kod === 'F-1');
  const changedThere = () =>
    desk.service.state.patch('fittings', String(made()?.['_id']), { price: '99.00' });
  return { desk, made, changedThere };
}

describe('a lost creation that is found by its file, changed by another hand since', () => {
  it('asks before it puts its own value over theirs', async () => {
    const { desk, made, changedThere } = await lostCreation();
    changedThere();
    await sendAll(desk);
    expect(Number(made()?.['price'])).toBe(99);
    const conflict = await only(desk);
    expect(conflict).toMatchObject({
      action: 'update',
      conflict: { type: 'fields', fields: [{ field: 'price', mine: '12.50', theirs: '99.00' }] },
    });
    await desk.call('outbox.resolve', { operation: conflict.id, all: 'mine' });
    await sendAll(desk);
    expect(Number(made()?.['price'])).toBe(12.5);
  });

  // Undo of the removal restores the pending price 13.00. The price of the create, 12.50, is older.
  it('keeps the value given behind it, which a removal had replaced and Undo brings back', async () => {
    const { desk, made, changedThere } = await lostCreation();
    const record = { kind: 'fittings', ref: 'F-1' } as const;
    await desk.call('records.update', { ...record, values: { price: '13.00' }, files: [] });
    await desk.call('records.remove', record);
    changedThere();
    await sendAll(desk);
    const removal = await only(desk);
    expect(removal).toMatchObject({ action: 'remove', state: 'conflict' });
    await desk.call('outbox.retry', { operation: removal.id });
    await undo(desk);
    const { rows } = await desk.call('records.list', { kind: 'fittings', search: 'F-1' });
    expect(rows).toMatchObject([{ fields: { price: '13.00' } }]);
    await sendAll(desk);
    const conflict = await only(desk);
    expect(conflict).toMatchObject({
      conflict: { fields: [{ field: 'price', mine: '13.00', theirs: '99.00' }] },
    });
    await desk.call('outbox.resolve', { operation: conflict.id, all: 'mine' });
    await sendAll(desk);
    expect(Number(made()?.['price'])).toBe(13);
  });
});
