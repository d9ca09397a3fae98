import { expect } from 'vitest';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf } from '../../../support/editing.ts';

const CODE = 'ZAW-110';

/** The record as the service holds it. */
export function held(desk: TestWorkstation, code = CODE) {
  const { _id, ...fields } = { ...desk.service.state.get('fittings', idOf(desk, code)) };
  return fields;
}
export const price = (desk: TestWorkstation) => Number(held(desk)['price']);

/** Changes fields of the record directly on the service, as another user would. */
export const change = (desk: TestWorkstation, fields: ReturnType<typeof held>, code = CODE) =>
  desk.service.state.patch('fittings', idOf(desk, code), fields);

/** The next read of the record, or the one after it, is answered by a copy that shows it so. */
export function showOnce(
  desk: TestWorkstation,
  behind: ReturnType<typeof held>,
  { code = CODE, nth = 1 }: { readonly code?: string; readonly nth?: number } = {},
): void {
  let now = behind;
  desk.service.addFault({
    on: { method: 'GET', path: `/adminapi/fittings/${idOf(desk, code)}` },
    nth,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'before') now = held(desk, code);
      change(desk, phase === 'before' ? behind : now, code);
    },
  });
}

/** Queues a price change or a removal, before the remote price change is pulled. */
export async function ask(desk: TestWorkstation, what: 'change' | 'removal'): Promise<void> {
  if (what === 'change') await edit(desk, { price: '9.50' });
  else await desk.call('records.remove', { kind: 'fittings', ref: idOf(desk, CODE) });
}

/** Expects that the service keeps the remote price and the operation is in conflict. */
export async function expectAsked(desk: TestWorkstation): Promise<void> {
  expect(price(desk)).toBe(9.2);
  const { operations } = await desk.call('outbox.list', {});
  expect(operations).toMatchObject([{ state: 'conflict' }]);
}
