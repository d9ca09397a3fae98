import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#reference/json.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { SETTLE, edit, idOf, only } from '../../../support/editing.ts';

/** A record that was sent and read back, and may then be hidden as a copy that is behind does not know it. */
async function made() {
  const desk = await openDesk();
  const values = { kod: 'N-1', name: 'Nowy', price: '1.00' };
  await desk.call('records.create', { kind: 'fittings', values, files: [] });
  await desk.push();
  const record = desk.service.state.all('fittings').find(({ kod }) => kod === 'N-1');
  const shown = async () =>
    (await desk.call('records.list', { kind: 'fittings', search: 'N-1' })).rows.length;
  const hide = () => desk.service.state.remove('fittings', String(record?.['_id']));
  const show = () => desk.service.state.insert('fittings', record ?? {});
  return { desk, hide, show, shown };
}

/** A price that was sent and read back, shown by a copy that is behind as it was before. */
async function changed() {
  const desk = await openDesk();
  await edit(desk, { price: '9.20' });
  await desk.push();
  desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '8.90' });
  const listed = async () =>
    (await desk.call('records.list', { kind: 'fittings', search: 'ZAW-110' })).rows[0]?.fields[
      'price'
    ];
  return { desk, listed };
}

/** Takes a price back that was sent, while a copy that is behind shows it as it was before; gives the record in the end. */
async function takeBack(
  values: Record<string, string>,
  meanwhile: (desk: TestWorkstation) => Promise<void> = () => Promise.resolve(),
) {
  const desk = await openDesk();
  const id = idOf(desk, 'ZAW-110');
  const shows = (price: string) => desk.service.state.patch('fittings', id, { price });
  await edit(desk, { price: '9.20' });
  expect(await desk.push()).toMatchObject({ done: 1 });
  await edit(desk, values);
  shows('8.90');
  await meanwhile(desk);
  expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
  shows('9.20');
  desk.clock.advance(SETTLE / 2);
  expect(await desk.push()).toMatchObject({ done: 1 });
  const record = desk.service.state.get('fittings', id);
  expect(Number(record?.['price'])).toBe(8.9);
  return record;
}

describe('what was sent and read back a moment ago', () => {
  it('is not taken for removed by a list that does not know it yet', async () => {
    const { desk, hide, shown } = await made();
    hide();
    desk.clock.advance(SETTLE / 2);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 0 });
    expect(await shown()).toBe(1);
    desk.clock.advance(SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 1 });
    expect(await shown()).toBe(0);
  });

  it('is not taken for removed by such a list behind one that has shown it', async () => {
    const { desk, hide, shown } = await made();
    desk.clock.advance(1_000);
    await desk.pull();
    hide();
    desk.clock.advance(1_000);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 0 });
    expect(await shown()).toBe(1);
    desk.clock.advance(SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ removed: 1 });
  });

  it('nor where the clock jumps ahead meanwhile', async () => {
    const { desk, hide, shown } = await made();
    hide();
    desk.clock.set(desk.clock.now() + 10 * SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 0 });
    expect(await shown()).toBe(1);
    desk.clock.advance(SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 1 });
  });

  it('nor is what a list has shown for the first time', async () => {
    const desk = await openDesk();
    const made = desk.service.state.insert('fittings', { kod: 'N-2', name: 'Obcy', price: '3.00' });
    const shown = async () =>
      (await desk.call('records.list', { kind: 'fittings', search: 'N-2' })).rows.length;
    desk.clock.advance(SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ added: 1 });
    desk.service.state.remove('fittings', String(made['_id']));
    desk.clock.advance(SETTLE / 2);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 0 });
    expect(await shown()).toBe(1);
    desk.clock.advance(SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 1 });
    expect(await shown()).toBe(0);
  });

  it('is removed there, though a copy that is behind does not know it', async () => {
    const { desk, hide, show } = await made();
    await desk.call('records.remove', { kind: 'fittings', ref: 'N-1' });
    hide();
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    show();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.all('fittings').filter(({ kod }) => kod === 'N-1')).toEqual([]);
  });

  it('is removed there where the clock was set back as well', async () => {
    const { desk, hide, show } = await made();
    await desk.call('records.remove', { kind: 'fittings', ref: 'N-1' });
    hide();
    desk.clock.set(desk.clock.now() - 10 * SETTLE);
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    show();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.all('fittings').filter(({ kod }) => kod === 'N-1')).toEqual([]);
  });

  it('is no conflict of a change, though such a copy does not know it', async () => {
    const { desk, hide, show } = await made();
    const values = { price: '2.00' };
    await desk.call('records.update', { kind: 'fittings', ref: 'N-1', values, files: [] });
    hide();
    expect(await desk.push()).toMatchObject({ conflict: 0, waiting: 1 });
    show();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
  });

  it('is no conflict either where such a copy shows it as it was before', async () => {
    const desk = await openDesk();
    const id = idOf(desk, 'ZAW-110');
    const shows = (price: string) => desk.service.state.patch('fittings', id, { price });
    await edit(desk, { price: '9.20' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    await edit(desk, { price: '9.50' });
    shows('8.90');
    expect(await desk.push()).toMatchObject({ conflict: 0, waiting: 1 });
    expect((await only(desk)).reason).toMatchObject({ details: { why: 'as-before' } });
    shows('9.20');
    desk.clock.advance(SETTLE / 2);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(Number(desk.service.state.get('fittings', id)?.['price'])).toBe(9.5);
  });

  it('is taken back there, though such a copy shows it as it was before', async () => {
    await takeBack({ price: '8.90' });
  });

  it('is taken back there with the rest of a change as well', async () => {
    expect(await takeBack({ price: '8.90', name: 'Inny' })).toMatchObject({ name: 'Inny' });
  });

  it('is taken back there with the rest of a group of values as well', async () => {
    const desk = await openDesk();
    const id = String(desk.service.state.all('edgeBands')[0]?.['_id']);
    desk.service.state.patch('edgeBands', id, {
      formsSettings: { length_key: 'a', width_key: 'b' },
    });
    const stands = () => desk.service.state.get('edgeBands', id) ?? {};
    const shows = (record: JsonObject) => {
      desk.service.state.remove('edgeBands', id);
      desk.service.state.insert('edgeBands', record);
    };
    const old = stands();
    const write = (formsSettings: JsonObject) =>
      desk.call('records.update', {
        kind: 'edge-bands',
        ref: id,
        values: { formsSettings },
        files: [],
      });
    await desk.pull();
    await write({ length_key: 'c' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    await write({ length_key: 'a', width_key: 'd' });
    const current = stands();
    shows(old);
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    shows(current);
    desk.clock.advance(SETTLE / 2);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(stands()['formsSettings']).toEqual({
      length_key: 'a',
      width_key: 'd',
    });
  });

  it('is one when it stays so', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    await desk.push();
    await edit(desk, { price: '9.50' });
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '8.90' });
    desk.clock.advance(SETTLE + 1);
    expect(await desk.push()).toMatchObject({ conflict: 1 });
  });

  it('stays in the lists as it was saved, though such a copy shows it as it was before', async () => {
    const { desk, listed } = await changed();
    desk.clock.advance(1_000);
    await desk.pull();
    expect(Number(await listed())).toBe(9.2);
    desk.clock.advance(SETTLE);
    await desk.pull();
    expect(Number(await listed())).toBe(8.9);
  });

  it('stays so where the clock was set back as well', async () => {
    const { desk, listed } = await changed();
    desk.clock.set(desk.clock.now() - 10 * SETTLE);
    for (let times = 0; times < 2; times++) await desk.pull();
    expect(Number(await listed())).toBe(9.2);
    desk.clock.advance(SETTLE);
    await desk.pull();
    expect(Number(await listed())).toBe(8.9);
  });

  it('stays removed in the lists, though such a copy still shows it', async () => {
    const { desk, show, shown } = await made();
    desk.clock.advance(SETTLE);
    await desk.call('records.remove', { kind: 'fittings', ref: 'N-1' });
    await desk.push();
    show();
    desk.clock.advance(1_000);
    await desk.pull();
    expect(await shown()).toBe(0);
    desk.clock.advance(SETTLE);
    await desk.pull();
    expect(await shown()).toBe(1);
  });

  it.each([
    ['in the same run of the program', false],
    ['before it was started anew', true],
  ])(
    'is shown again by then, though the clock was set back by as long as that was ago: %s',
    async (_when, starts) => {
      const { desk, show, shown } = await made();
      await desk.call('records.remove', { kind: 'fittings', ref: 'N-1' });
      desk.clock.advance(SETTLE);
      await desk.push();
      show();
      if (starts) await desk.restart();
      desk.clock.set(desk.clock.now() - 10 * SETTLE);
      desk.clock.advance(10 * SETTLE + 1_000);
      await desk.pull();
      expect(await shown()).toBe(1);
    },
  );

  it('is a conflict by then, though the clock was set back by as long as that was ago', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    await desk.push();
    // The history notes in the background that this change was ours.
    await desk.call('problems.check', {});
    desk.clock.set(desk.clock.now() - 10 * SETTLE);
    desk.clock.advance(10 * SETTLE + 1_000);
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '8.90' });
    await edit(desk, { price: '9.50' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
  });
});

describe('what an earlier run of the program sent a moment ago, with the clock set since', () => {
  const set = async ({ restart, clock }: TestWorkstation, by: number) => {
    await restart();
    clock.set(clock.now() + by);
  };

  it.each([
    ['back', -10 * SETTLE],
    ['ahead', 10 * SETTLE],
  ])('is taken back there, though a copy shows it as it was before: set %s', async (_way, by) => {
    await takeBack({ price: '8.90' }, (desk) => set(desk, by));
  });

  it('stays in the lists as it was saved, though such a copy shows it as it was before', async () => {
    const { desk, listed } = await changed();
    await set(desk, -10 * SETTLE);
    await desk.pull();
    expect(Number(await listed())).toBe(9.2);
    desk.clock.advance(SETTLE);
    await desk.pull();
    expect(Number(await listed())).toBe(8.9);
  });

  it('is not taken for removed by a list that does not know it yet', async () => {
    const { desk, hide, shown } = await made();
    hide();
    await set(desk, -10 * SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 0 });
    expect(await shown()).toBe(1);
    desk.clock.advance(SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 1 });
  });
});
