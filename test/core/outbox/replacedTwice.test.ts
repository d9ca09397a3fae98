import { describe, expect, it } from 'vitest';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';
import { hashOf, picture } from '../files/giving.ts';
import { A, at, B, give, openTwo, pictures, put } from '../files/twoPictures.ts';
import type { Kind } from '../files/twoPictures.ts';

const shown = async (desk: TestWorkstation, kind: Kind) =>
  (await desk.call('records.get', { kind, ref: at(desk, kind) })).record['images'];
const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;

describe('a picture on its way that another takes the place of, and then a third', () => {
  it.each(['fittings', 'products'] as const)('is shown no more: %s', async (kind) => {
    const desk = await openTwo();
    await put(desk, kind, [A, B, await give(desk, 1)]);
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'resetBefore' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    await put(desk, kind, [A, B, await give(desk, 2)]);
    const third = await give(desk, 3);
    await put(desk, kind, [A, B, third]);
    expect(await shown(desk, kind)).toEqual([A, B, third]);
    const [last] = (await open(desk)).toSorted((a, b) => b.seq - a.seq);
    expect(last?.changes).toMatchObject([{ field: 'images', after: [A, B, third] }]);
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(pictures(desk, kind)).toEqual([A, B, hashOf(picture(3))]);
  });

  it('joins once the first is discarded: nobody else has changed anything', async () => {
    const desk = await openTwo();
    const first = await put(desk, 'fittings', [A, B, await give(desk, 1)], { price: '5' });
    desk.service.state.patch('fittings', at(desk, 'fittings'), { price: '99' });
    await sendAll(desk);
    expect(await open(desk)).toMatchObject([{ state: 'conflict' }]);
    await put(desk, 'fittings', [A, B, await give(desk, 2)]);
    await put(desk, 'fittings', [A, B, await give(desk, 3)]);
    await desk.call('outbox.discard', { operation: first });
    await sendAll(desk);
    expect((await open(desk)).map(({ reason }) => reason?.text)).toEqual([]);
    expect(pictures(desk, 'fittings')).toEqual([A, B, hashOf(picture(3))]);
  });
});
