import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf, sendAll } from '../../../support/editing.ts';

const held = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-110');

/** Sends a new price, which is there and is read back from a copy that is behind. */
async function sentUnseen(desk: TestWorkstation): Promise<void> {
  const id = idOf(desk, 'ZAW-110');
  desk.service.addFault({
    on: { method: 'PATCH' },
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'after') desk.service.state.patch('fittings', id, { price: '8.90' });
    },
  });
  await edit(desk, { price: '9.20' });
  expect(await desk.push()).toMatchObject({ refused: 1 });
  desk.service.state.patch('fittings', id, { price: '9.20' });
}

describe('a value that was said not to be kept, and has arrived', () => {
  it("is not told as another hand's when the field is changed again", async () => {
    const desk = await openDesk();
    await sentUnseen(desk);
    await edit(desk, { price: '9.50' });
    expect(await desk.push()).toMatchObject({ conflict: 0, done: 1 });
    expect(Number(held(desk)?.['price'])).toBe(9.5);
  });

  it("is not told as another hand's when the record is removed", async () => {
    const desk = await openDesk();
    await sentUnseen(desk);
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    expect(await desk.push()).toMatchObject({ conflict: 0 });
    await sendAll(desk);
    expect(held(desk)).toBeUndefined();
  });

  it("is asked about where it is another hand's", async () => {
    const desk = await openDesk();
    await sentUnseen(desk);
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '7.00' });
    await edit(desk, { price: '9.50' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    expect(Number(held(desk)?.['price'])).toBe(7);
  });
});
