import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { idOf, sendAll } from '../../../support/editing.ts';

describe('a creation that is answered with the id of another record', () => {
  it('does not take that one for its own, though it has a value in common', async () => {
    const desk = await openDesk();
    const other = idOf(desk, 'ZAW-155');
    const before = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
    // Not in the mirror: nobody here has seen it.
    const values = { kod: 'NEW-1', name: 'Zawias', price: '14.30', stock: 3 };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/fittings' },
      nth: 1,
      kind: 'garbage',
      applied: true,
      body: JSON.stringify({ _id: other, name: 'Zawias' }),
    });
    await sendAll(desk);
    expect(desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155')).toEqual(before);
    const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'NEW-1');
    expect(made).toHaveLength(1);
    expect(await desk.call('outbox.list', {})).toMatchObject({ operations: [] });
  });
});
