import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { sendAll, SURE } from '../../support/editing.ts';

const HOUR = 3_600_000;
const values = {
  name: 'Szafa 9',
  status: '1',
  date: '2026-03-02',
  materialy: {},
  main: {},
  modelPath: 'uploads/products/szafa-9.obj',
};

describe('a lost creation without a code', () => {
  it.each([
    { when: 'the clock was set right again before the next Send', sends: false },
    { when: 'a Send came before the clock was set right', sends: true },
  ])('is known though its record came while the clock was set back: $when', async ({ sends }) => {
    const desk = await openDesk();
    const made = () =>
      desk.service.state.all('products').filter(({ name }) => name === values.name);
    await desk.call('records.create', { kind: 'products', values, files: [] });
    const on = { method: 'POST', path: '/adminapi/products' };
    desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    expect(made()).toHaveLength(1);
    desk.clock.set(desk.clock.now() - HOUR);
    await desk.pull();
    if (sends) await desk.push();
    desk.clock.advance(HOUR + 2 * SURE);
    await sendAll(desk);
    expect(made()).toHaveLength(1);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});
