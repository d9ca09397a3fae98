import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { only, sendAll } from '../../../support/editing.ts';

/**
 * Creates a product equal to an existing one and loses the request or its response.
 *
 * Returns the id of the existing product.
 */
async function lose(desk: TestWorkstation, kind: 'resetBefore' | 'lostAnswer'): Promise<string> {
  const [before] = desk.service.state.all('products');
  desk.clock.advance(1000);
  await desk.call('records.create', { kind: 'products', values: PRODUCT, files: [] });
  desk.service.addFault({ on: { method: 'POST', path: '/adminapi/products' }, nth: 1, kind });
  expect(await desk.push()).toMatchObject({ unknown: 1 });
  return String(before?.['_id']);
}

const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;
const names = (desk: TestWorkstation) =>
  desk.service.state.all('products').map(({ name }) => String(name));

describe('a creation that is the same as a record that was there before', () => {
  it.each(['resetBefore', 'lostAnswer'] as const)(
    'is made once, and not taken for that one: %s',
    async (kind) => {
      const desk = await openDesk();
      await lose(desk, kind);
      await sendAll(desk);
      expect(await open(desk)).toEqual([]);
      expect(names(desk)).toEqual(['Szafa 2D', 'Szafa 2D']);
    },
  );

  it('is sent again only by a person where that one was changed before its outcome is known', async () => {
    const desk = await openDesk();
    const ref = await lose(desk, 'resetBefore');
    const values = { name: 'Szafa 3D' };
    await desk.call('records.update', { kind: 'products', ref, values, files: [] });
    await sendAll(desk);
    // Since it was read anew, nobody here knows any more that it was there before.
    expect((await only(desk)).reason).toMatchObject({ details: { why: 'looks-alike', id: ref } });
    await desk.call('outbox.retry', { operation: (await only(desk)).id });
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(names(desk).sort()).toEqual(['Szafa 2D', 'Szafa 3D']);
  });
});
