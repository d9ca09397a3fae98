import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { idOf, sendAll } from '../../../support/editing.ts';

const KIND = 'fittings' as const;
const there = (desk: TestWorkstation, code: string) =>
  desk.service.state.all(KIND).filter(({ kod }) => kod === code);

describe('a creation that is answered with the id of a record that was changed here before', () => {
  it.each([true, false])('is not called done by that one (made: %s)', async (applied) => {
    const desk = await openDesk();
    const other = idOf(desk, 'ZAW-155');
    const ref = { kind: KIND, ref: other };
    await desk.call('records.update', { ...ref, values: { name: 'Zawias X' }, files: [] });
    await sendAll(desk);
    const before = there(desk, 'ZAW-155');
    const values = { kod: 'NEW-1', name: 'Nowy', price: '14.30' };
    await desk.call('records.create', { kind: KIND, values, files: [] });
    const body = JSON.stringify({ _id: other, name: 'Zawias' });
    const on = { method: 'POST', path: '/adminapi/fittings' };
    desk.service.addFault({ on, nth: 1, kind: 'garbage', applied, body });
    await sendAll(desk);
    expect(there(desk, 'ZAW-155')).toEqual(before);
    const made = there(desk, 'NEW-1');
    const { operations } = await desk.call('outbox.list', {});
    expect(made.length + operations.length).toBe(1);
    expect((await desk.call('records.list', { kind: KIND, search: 'NEW-1' })).total).toBe(1);
  });
});
