import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';

it('what waits behind a change that a person held says so, where two records turn out to be one', async () => {
  const desk = await openDesk();
  const kind = 'materials' as const;
  const manifest = { materials: [{ SIFRA: 'H9', name: 'Orzech' }] };
  await desk.call('productDrafts.addProduct', { manifest, folder: desk.folder });
  const { rows } = await desk.call('records.list', { kind, search: 'H9' });
  const mine = rows[0]?.id ?? '';
  const on = { method: 'POST', path: '/adminapi/materials' };
  desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
  expect(await desk.push()).toMatchObject({ unknown: 1 });
  await desk.call('records.update', { kind, ref: mine, values: { name: 'Mój' }, files: [] });
  const [change] = (await desk.call('outbox.list', { states: ['waiting'] })).operations;
  await desk.call('outbox.hold', { operation: change?.id ?? '' });
  const there = { SIFRA: 'H9', name: 'Ich orzech', price: 1 };
  const theirs = String(desk.service.state.insert(kind, there)['_id']);
  await desk.pull();
  await desk.call('records.update', { kind, ref: theirs, values: { price: '2' }, files: [] });
  await sendAll(desk);
  const { operations } = await desk.call('outbox.list', { states: ['waiting', 'held'] });
  expect(operations.map(({ state, reason }) => [state, reason?.code])).toEqual([
    ['held', 'held-by-person'],
    ['held', 'waits-for'],
  ]);
});
