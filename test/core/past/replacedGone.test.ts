import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { OBJ, openDesk, PRODUCT, SEED } from '../../support/desk.ts';
import type { Desk } from '../../support/desk.ts';
import { sendAll, SETTLE } from '../../support/editing.ts';
import { hashOf, picture, stage } from '../files/giving.ts';
import { keepAsset } from './desk.ts';

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
function pictures(desk: Desk, kind: Kind) {
  const files = new Map(desk.service.state.files().map(({ path, sha256 }) => [path, sha256]));
  const images = desk.service.state.get(kind, at(desk, kind))?.['images'];
  return (Array.isArray(images) ? images : []).map((path) => files.get(String(path)) ?? path);
}
const open = async (desk: Desk) => (await desk.call('outbox.list', {})).operations;

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
