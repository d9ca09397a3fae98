import { describe, expect, it } from 'vitest';
import { OBJ, PRODUCT } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll, SETTLE } from '../../support/editing.ts';
import { hashOf, picture } from '../files/giving.ts';
import { keepAsset } from './desk.ts';
import { A, at, B, give, openTwo, pictures, put } from '../files/twoPictures.ts';

const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;

describe('a picture whose record is gone', () => {
  it('does not come back where another had taken its place', async () => {
    const desk = await openTwo();
    keepAsset(desk, PRODUCT.modelPath, OBJ);
    await put(desk, 'products', [A, B, await give(desk, 1)]);
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'resetBefore' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    await put(desk, 'products', [A, B, await give(desk, 2)]);
    desk.service.state.remove('products', at(desk, 'products'));
    desk.clock.advance(2 * SETTLE);
    await sendAll(desk);
    const [operation] = await open(desk);
    expect(operation).toMatchObject({ state: 'conflict' });
    await desk.call('outbox.resolve', { operation: operation?.id ?? '', all: 'mine' });
    await sendAll(desk);
    expect(pictures(desk, 'products')).toEqual([hashOf(picture(2))]);
  });
});
