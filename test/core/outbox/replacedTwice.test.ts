import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { openDesk, PRODUCT, SEED } from '../../support/desk.ts';
import type { Desk } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';
import { hashOf, picture, stage } from '../files/giving.ts';

const [A, B] = ['uploads/old/a.png', 'uploads/old/b.png'];
type Kind = 'fittings' | 'products';

async function openTwo() {
  const [one] = SEED.fittings;
  const fittings = [{ ...one, images: [A, B] }];
  const products = [{ ...PRODUCT, images: [A, B] }];
  return openDesk({ seed: { ...SEED, fittings, products } });
}

const at = (desk: Desk, kind: Kind) => String(desk.service.state.all(kind)[0]?.['_id']);
const put = async (desk: Desk, kind: Kind, images: Json[], others: Record<string, Json> = {}) =>
  (
    await desk.call('records.update', {
      kind,
      ref: at(desk, kind),
      values: { ...others, images },
      files: [],
    })
  ).operation ?? '';
const give = async (desk: Desk, n: number) => ({
  $file: await stage(desk, `${n}.png`, picture(n)),
});
const shown = async (desk: Desk, kind: Kind) =>
  (await desk.call('records.get', { kind, ref: at(desk, kind) })).record['images'];
function pictures(desk: Desk, kind: Kind) {
  const files = new Map(desk.service.state.files().map(({ path, sha256 }) => [path, sha256]));
  const images = desk.service.state.get(kind, at(desk, kind))?.['images'];
  return (Array.isArray(images) ? images : []).map((path) => files.get(String(path)) ?? path);
}
const open = async (desk: Desk) => (await desk.call('outbox.list', {})).operations;

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
