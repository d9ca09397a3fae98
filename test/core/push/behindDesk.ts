import { expect } from 'vitest';
import type { Desk } from '../../support/desk.ts';
import { edit, idOf } from '../../support/editing.ts';

/** The record as the service holds it. */
export function held(desk: Desk) {
  const { _id, ...fields } = { ...desk.service.state.get('fittings', idOf(desk, 'ZAW-110')) };
  return fields;
}
export const price = (desk: Desk) => Number(held(desk)['price']);

/** Another hand changes the record. */
export const change = (desk: Desk, fields: ReturnType<typeof held>) =>
  desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), fields);

/** The next read of the record is answered by a copy that shows it so. */
export function showOnce(desk: Desk, behind: ReturnType<typeof held>): void {
  let now = behind;
  desk.service.addFault({
    on: { method: 'GET', path: `/adminapi/fittings/${idOf(desk, 'ZAW-110')}` },
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'before') now = held(desk);
      change(desk, phase === 'before' ? behind : now);
    },
  });
}

/** Queues a change of the price, or a removal, before another hand's new price is known here. */
export async function ask(desk: Desk, what: 'change' | 'removal'): Promise<void> {
  if (what === 'change') await edit(desk, { price: '9.50' });
  else await desk.call('records.remove', { kind: 'fittings', ref: idOf(desk, 'ZAW-110') });
}

/** Another hand's price stands there still, and a person is asked about it. */
export async function expectAsked(desk: Desk): Promise<void> {
  expect(price(desk)).toBe(9.2);
  const { operations } = await desk.call('outbox.list', {});
  expect(operations).toMatchObject([{ state: 'conflict' }]);
}
