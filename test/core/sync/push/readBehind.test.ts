import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { edit, idOf, sendAll } from '../../../support/editing.ts';
import { change, held, price, showOnce } from './behindDesk.ts';
import { sentUnseen } from './unseen.ts';

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
});
