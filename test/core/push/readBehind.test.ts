import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { Desk } from '../../support/desk.ts';
import { edit, idOf, sendAll } from '../../support/editing.ts';
import { sentUnseen } from './unseen.ts';

/** The record as the service holds it. */
function held(desk: Desk) {
  const { _id, ...fields } = { ...desk.service.state.get('fittings', idOf(desk, 'ZAW-110')) };
  return fields;
}
const price = (desk: Desk) => Number(held(desk)['price']);

/** Another hand changes the record. */
const change = (desk: Desk, fields: ReturnType<typeof held>) =>
  desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), fields);

/** The next read of the record is answered by a copy that shows it so. */
function showOnce(desk: Desk, behind: ReturnType<typeof held>): void {
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

describe('a copy of the service that does not know of a change of another hand, which is known here', () => {
  it('does not have a change that takes it back called saved', async () => {
    const desk = await openDesk();
    showOnce(desk, held(desk));
    change(desk, { price: '9.20' });
    await desk.pull();
    await edit(desk, { price: '8.90' });
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    expect(price(desk)).toBe(8.9);
  });

  it('raises no conflict with the value from before', async () => {
    const desk = await openDesk();
    showOnce(desk, held(desk));
    change(desk, { price: '9.20' });
    await desk.pull();
    await edit(desk, { price: '9.50' });
    expect(await desk.push()).toMatchObject({ conflict: 0 });
    await sendAll(desk);
    expect(price(desk)).toBe(9.5);
  });

  it('has nothing called saved that takes back a change of ours behind it', async () => {
    const desk = await openDesk();
    const behind = held(desk);
    change(desk, { name: 'Theirs' });
    await edit(desk, { price: '9.20' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    await edit(desk, { price: '8.90' });
    showOnce(desk, behind);
    await desk.push();
    await sendAll(desk);
    expect(price(desk)).toBe(8.9);
  });

  it('lets no change that was made before it was known be sent over it', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.50' });
    showOnce(desk, held(desk));
    change(desk, { price: '9.20' });
    await desk.pull();
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    expect(price(desk)).toBe(9.2);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([{ state: 'conflict' }]);
  });

  it('lets no removal that was asked for before it was known take it away', async () => {
    const desk = await openDesk();
    await desk.call('records.remove', { kind: 'fittings', ref: idOf(desk, 'ZAW-110') });
    showOnce(desk, held(desk));
    change(desk, { price: '9.20' });
    await desk.pull();
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    expect(price(desk)).toBe(9.2);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([{ state: 'conflict' }]);
  });

  it('nor where it shows what was there in between', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.50' });
    showOnce(desk, { ...held(desk), name: 'Between' });
    change(desk, { price: '9.20' });
    await desk.pull();
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    expect(price(desk)).toBe(9.2);
  });

  it('nor where the clock was set ahead since', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.50' });
    showOnce(desk, held(desk));
    change(desk, { price: '9.20' });
    await desk.pull();
    desk.clock.set(desk.clock.now() + 3_600_000);
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    expect(price(desk)).toBe(9.2);
  });

  it.each([
    ['of its own', true],
    ['in its own right', false],
  ])(
    'has no change called saved that takes back what was sent a moment ago, %s, though a list shows the same',
    async (_, isOwn) => {
      const desk = await openDesk();
      const { name } = held(desk);
      await edit(desk, { name: 'Mine' });
      if (isOwn) await sentUnseen(desk, 'fittings', idOf(desk, 'ZAW-110'));
      else expect(await desk.push()).toMatchObject({ done: 1 });
      const now = held(desk);
      const between = { ...now, name: String(name), price: '9.30' };
      await edit(desk, { name: String(name) });
      change(desk, between);
      await desk.pull();
      change(desk, now);
      showOnce(desk, between);
      expect(await desk.push()).toMatchObject({ done: 0 });
      await sendAll(desk);
      expect(held(desk)).toMatchObject({ name });
    },
  );

  it.each([
    ['never sent', false],
    ['sent before', true],
  ])(
    'has no change called saved of which it shows what was there in between, %s',
    async (_, isSent) => {
      const desk = await openDesk();
      const { name } = held(desk);
      const behind = { ...held(desk), price: '9.30' };
      if (isSent) {
        await edit(desk, { price: '9.30' });
        await sentUnseen(desk, 'fittings', idOf(desk, 'ZAW-110'));
      }
      change(desk, { name: 'Mine', price: '9.30' });
      await desk.pull();
      showOnce(desk, behind);
      await edit(desk, { name: String(name) });
      expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
      await sendAll(desk);
      expect(held(desk)).toMatchObject({ name });
    },
  );

  it('nor where the program was started anew since, and the clock set ahead', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.50' });
    showOnce(desk, held(desk));
    change(desk, { price: '9.20' });
    await desk.pull();
    await desk.restart();
    desk.clock.set(desk.clock.now() + 3_600_000);
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    expect(price(desk)).toBe(9.2);
  });
});

describe('a read that the computer slept over', () => {
  it.each(['change', 'removal'])('has no %s sent over what others did meanwhile', async (what) => {
    const desk = await openDesk();
    const id = idOf(desk, 'ZAW-110');
    if (what === 'change') await edit(desk, { price: '9.50' });
    else await desk.call('records.remove', { kind: 'fittings', ref: id });
    desk.service.addFault({
      on: { method: 'GET', path: `/adminapi/fittings/${id}` },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'before') return;
        desk.clock.advance(8 * 3_600_000);
        change(desk, { price: '9.20' });
      },
    });
    await desk.push();
    await sendAll(desk);
    expect(price(desk)).toBe(9.2);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([{ state: 'conflict' }]);
  });
});
