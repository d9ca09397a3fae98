import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { sendAll, SURE } from '../../../support/editing.ts';
import { CUPBOARD, cupboards, loseProduct } from './lostProduct.ts';

const HOUR = 3_600_000;

describe('a lost creation without a code', () => {
  it('is known though the clock was set back and right again while its record was read', async () => {
    const desk = await openDesk();
    await loseProduct(desk, CUPBOARD, 'lostAnswer');
    const set = (nth: number, by: number) =>
      desk.service.addFault({
        on: { method: 'GET', path: '/adminapi/products' },
        nth,
        kind: 'hook',
        hook: (phase) => {
          if (phase === 'before') desk.clock.set(desk.clock.now() + by);
        },
      });
    set(1, -HOUR);
    desk.service.state.remove('products', String(desk.service.state.all('products')[0]?.['_id']));
    // The pull reads a record that is missing from the list by its id, after the list.
    desk.service.addFault({
      on: { method: 'GET', path: /^\/adminapi\/products\/.+/ },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'before') desk.clock.set(desk.clock.now() + HOUR);
      },
    });
    desk.clock.advance(2 * SURE);
    await desk.pull();
    await sendAll(desk);
    expect(cupboards(desk)).toHaveLength(1);
  });
});
