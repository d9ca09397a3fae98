import { describe, expect, it } from 'vitest';
import { openDesk, PNG } from '../../support/desk.ts';
import { only, sendAll } from '../../support/editing.ts';

describe('a lost creation that is found by its file, changed by another hand since', () => {
  it('asks before it puts its own value over theirs', async () => {
    const desk = await openDesk();
    const staged = { path: desk.file('h.png', PNG), kind: 'fittings' } as const;
    const { file } = await desk.call('files.stage', { ...staged, field: 'images' });
    const values = { kod: 'F-1', name: 'Uchwyt', price: '12.50' };
    await desk.call('records.create', {
      kind: 'fittings',
      values,
      files: [{ field: 'images', file }],
    });
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/fittings' },
      nth: 1,
      kind: 'lostAnswer',
    });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    const made = () => desk.service.state.all('fittings').find(({ kod }) => kod === 'F-1');
    desk.service.state.patch('fittings', String(made()?.['_id']), { price: '99.00' });
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
});
