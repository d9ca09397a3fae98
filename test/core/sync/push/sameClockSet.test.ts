import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll, SURE } from '../../../support/editing.ts';
import { loseProduct } from './lostProduct.ts';

const HOUR = 3_600_000;
const OTHER = { ...PRODUCT, modelPath: 'uploads/products/other.obj' };

async function expectBoth(desk: TestWorkstation): Promise<void> {
  expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  expect(desk.service.state.all('products')).toHaveLength(2);
}

describe.each([
  { like: 'the same', values: PRODUCT },
  { like: 'of the same name', values: OTHER },
])('a creation of what is $like as a product that was there before', ({ values }) => {
  it('is not taken for that one where the clock was set back behind it', async () => {
    const desk = await openDesk();
    desk.clock.advance(24 * HOUR);
    await loseProduct(desk, values, 'resetBefore');
    desk.clock.set(desk.clock.now() - HOUR);
    await desk.pull();
    desk.clock.advance(HOUR + 2 * SURE);
    await sendAll(desk);
    await expectBoth(desk);
  });

  it('is not taken for that one where the clock was set back before it', async () => {
    const desk = await openDesk();
    desk.clock.set(desk.clock.now() - HOUR);
    await loseProduct(desk, values, 'resetBefore');
    await sendAll(desk);
    await expectBoth(desk);
  });
});
