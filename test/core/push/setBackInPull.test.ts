import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT } from '../../support/desk.ts';
import { sendAll, SURE } from '../../support/editing.ts';

const HOUR = 3_600_000;
const values = { ...PRODUCT, name: 'Szafa 9', modelPath: 'uploads/products/szafa-9.obj' };

describe('a lost creation without a code', () => {
  it('is known though the clock was set back and right again while its record was read', async () => {
    const desk = await openDesk();
    const made = () =>
      desk.service.state.all('products').filter(({ name }) => name === values.name);
    await desk.call('records.create', { kind: 'products', values, files: [] });
    const on = { method: 'POST', path: '/adminapi/products' };
    desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
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
    // What the list does not show any more is asked for by its id, behind the list.
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
    expect(made()).toHaveLength(1);
  });
});
