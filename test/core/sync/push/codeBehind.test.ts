import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { SURE, idOf, sendAll } from '../../../support/editing.ts';

describe('a code that a record had until a moment ago', () => {
  it('is free for a new one, though a copy that is behind shows it there still', async () => {
    const desk = await openDesk();
    const { price, ...fields } = { ...desk.service.state.all('materials')[0] };
    // As the service writes it.
    const behind = { ...fields, CIJENA: String(price) };
    const values = { SIFRA: 'H1145-OLD' };
    await desk.call('records.update', { kind: 'materials', ref: 'H1145', values, files: [] });
    expect(await desk.push()).toMatchObject({ done: 1 });
    const made = { SIFRA: 'H1145', name: 'Dąb nowy', price: '13' };
    await desk.call('records.create', { kind: 'materials', values: made, files: [] });
    desk.service.addFault({
      on: { method: 'GET', path: /materialsBySIFRA/ },
      nth: 1,
      kind: 'garbage',
      body: JSON.stringify({ materials: [behind], totalMaterials: 1 }),
    });
    expect(await desk.push()).toMatchObject({ conflict: 0 });
    await sendAll(desk);
    const codes = desk.service.state.all('materials').map(({ SIFRA }) => SIFRA);
    expect(codes).toEqual(['H1145-OLD', 'H1145']);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});

// The Refresh that told of it came before the clock was set ahead, and before Cabinet was started again.
it('the code of a record that another hand has removed is free, though such a copy shows it there still', async () => {
  const desk = await openDesk();
  const { state } = desk.service;
  const id = idOf(desk, 'ZAW-110');
  const behind = { ...state.get('fittings', id) };
  desk.clock.advance(2 * SURE);
  state.remove('fittings', id);
  expect((await desk.pull()).kinds.fittings).toMatchObject({ removed: 1 });
  const values = { kod: 'ZAW-110', name: 'Nowy', price: '1.00' };
  await desk.call('records.create', { kind: 'fittings', values, files: [] });
  desk.clock.set(desk.clock.now() + 3_600_000);
  await desk.restart();
  state.insert('fittings', behind);
  expect(await desk.push()).toMatchObject({ conflict: 0, waiting: 1 });
  state.remove('fittings', id);
  await sendAll(desk);
  expect(state.all('fittings').map(({ kod, name }) => [kod, name])).toContainEqual([
    'ZAW-110',
    'Nowy',
  ]);
  expect((await desk.call('outbox.list', {})).operations).toEqual([]);
});
