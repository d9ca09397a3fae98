import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { sendAll, SURE } from '../../../support/editing.ts';
import { CUPBOARD, cupboards, loseProduct } from './lostProduct.ts';

const HOUR = 3_600_000;

describe('a lost creation without a code', () => {
  it.each([
    { when: 'the clock was set right again before the next Send', sends: false },
    { when: 'a Send came before the clock was set right', sends: true },
  ])('is known though its record came while the clock was set back: $when', async ({ sends }) => {
    const desk = await openDesk();
    await loseProduct(desk, CUPBOARD, 'lostAnswer');
    expect(cupboards(desk)).toHaveLength(1);
    desk.clock.set(desk.clock.now() - HOUR);
    await desk.pull();
    if (sends) await desk.push();
    desk.clock.advance(HOUR + 2 * SURE);
    await sendAll(desk);
    expect(cupboards(desk)).toHaveLength(1);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});
