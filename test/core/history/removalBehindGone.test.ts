import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { edit, idOf, sendAll } from '../../support/editing.ts';

describe('a record that another hand removed, with a removal of our own behind a change', () => {
  it('is created again with what that removal had taken the place of', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'resetBefore' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    await edit(desk, { name: 'Nowa' });
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    desk.service.state.remove('fittings', idOf(desk, 'ZAW-110'));
    await sendAll(desk);
    const { operations } = await desk.call('outbox.list', { states: ['conflict'] });
    expect(operations).toMatchObject([{ conflict: { type: 'gone' } }]);
    const operation = operations[0]?.id ?? '';
    await desk.call('outbox.resolve', { operation, all: 'mine' });
    const open = await desk.call('outbox.list', {});
    expect(open.operations.map(({ action }) => action)).toEqual(['create']);
    await sendAll(desk);
    const made = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-110');
    expect(made).toMatchObject({ name: 'Nowa' });
    expect(Number(made?.['price'])).toBe(9.2);
  });
});
