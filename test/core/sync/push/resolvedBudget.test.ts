import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf, only, SURE } from '../../../support/editing.ts';

/** Sends three times without an answer, and nothing arrives. */
async function loseThrice(desk: TestWorkstation, method: string): Promise<void> {
  for (let nth = 0; nth < 3; nth += 1) {
    desk.service.addFault({ on: { method }, nth: 1, times: 1, kind: 'resetBefore' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    desk.clock.advance(SURE);
  }
}

describe('a conflict behind three tries without an answer', () => {
  it('lets a change that was chosen be sent', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    await loseThrice(desk, 'PATCH');
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '7.70' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    await desk.call('outbox.resolve', { operation: (await only(desk)).id, all: 'mine' });
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    const held = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-110');
    expect(Number(held?.['price'])).toBe(9.2);
  });

  it('lets a removal that was chosen be sent', async () => {
    const desk = await openDesk();
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    await loseThrice(desk, 'DELETE');
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '7.70' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    await desk.call('outbox.resolve', { operation: (await only(desk)).id, all: 'mine' });
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    expect(desk.service.state.all('fittings').map(({ kod }) => kod)).toEqual(['ZAW-155']);
  });
});
