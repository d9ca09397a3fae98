import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import type { Side } from '#core/outbox/resolve.ts';
import type { JsonObject } from '#reference/json.ts';
import { OBJ, openDesk, PRODUCT, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { SETTLE, sendAll } from '../../support/editing.ts';
import { hashOf, picture, stage } from '../files/giving.ts';
import { keepAsset } from '../history/desk.ts';

const [A, B] = ['uploads/old/a.png', 'uploads/old/b.png'];
const THEIRS = 'uploads/theirs/1.png';
const PATCH = { method: 'PATCH' };

/** A fitting and a product with two pictures each. */
async function openTwo() {
  const [one] = SEED.fittings;
  const fittings = [{ ...one, images: [A, B] }];
  const products = [{ ...PRODUCT, images: [A, B] }];
  const desk = await openDesk({ seed: { ...SEED, fittings, products } });
  const [fitting, product] = [at(desk, 'fittings'), at(desk, 'products')];
  return { desk, fitting, product };
}
type Held = ReturnType<typeof at>;

/** The one record of a kind, as a person changes it, as another one does, and as the service holds it. */
function at(desk: TestWorkstation, kind: 'fittings' | 'products') {
  const [{ _id: id } = { _id: '' }] = desk.service.state.all(kind);
  const ref = String(id);
  return {
    ref,
    edit: async (values: Record<string, Json>) => {
      const { operation } = await desk.call('records.update', { kind, ref, values, files: [] });
      return operation ?? '';
    },
    theirs: (values: JsonObject) => desk.service.state.patch(kind, ref, values),
    shown: async () => picturesOf((await desk.call('records.get', { kind, ref })).record['images']),
    held: () => desk.service.state.get(kind, ref) ?? {},
    pictures: () => bytesOf(desk, desk.service.state.get(kind, ref)?.['images']),
  };
}

const picturesOf = (value: Json | undefined) => (Array.isArray(value) ? value : []);
function bytesOf(desk: TestWorkstation, value: Json | undefined) {
  const files = new Map(desk.service.state.files().map(({ path, sha256 }) => [path, sha256]));
  return picturesOf(value).map((path) => files.get(String(path)) ?? path);
}
const give = async (desk: TestWorkstation, n: number) => ({
  $file: await stage(desk, `${n}.png`, picture(n)),
});
const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;
const isConflict = async (desk: TestWorkstation) => (await open(desk)).map(({ state }) => state);

async function settle(desk: TestWorkstation, all: Side): Promise<void> {
  const [operation] = await open(desk);
  expect(operation).toMatchObject({ state: 'conflict' });
  await desk.call('outbox.resolve', { operation: operation?.id ?? '', all });
}

async function undo(desk: TestWorkstation) {
  const { plan } = await desk.call('undo.plan', {});
  const { rows } = await desk.call('changesets.rows', { plan, offset: 0, limit: 9 });
  await desk.call('changesets.queue', { plan });
  return rows;
}

/** A picture was sent and its answer lost; it is known as the copy that it is. */
async function sendLost(desk: TestWorkstation, { edit }: Held, images: Json[]): Promise<void> {
  desk.service.addFault({ on: PATCH, nth: 1, kind: 'lostAnswer' });
  await edit({ images });
  await desk.push();
  expect(await isConflict(desk)).toEqual(['unknown']);
}

describe('a decision about a conflict removes no picture that nobody chose to remove', () => {
  it('where both have replaced the same one: mine takes the place of theirs', async () => {
    const { desk, fitting } = await openTwo();
    await fitting.edit({ images: [A, await give(desk, 1)] });
    fitting.theirs({ images: [A, THEIRS] });
    await sendAll(desk);
    await settle(desk, 'mine');
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(fitting.pictures()).toEqual([A, hashOf(picture(1))]);
  });

  it.each(['mine', 'theirs'] as const)(
    'where it is about a name, %s, and the one that I replaced is gone',
    async (side) => {
      const { desk, product } = await openTwo();
      await product.edit({ name: 'Moja', images: [A, await give(desk, 1)] });
      product.theirs({ name: 'Ich', images: [A] });
      await sendAll(desk);
      await settle(desk, side);
      await sendAll(desk);
      expect(await open(desk)).toEqual([]);
      expect(product.pictures()).toEqual([A, hashOf(picture(1))]);
    },
  );

  it('where it is about a price, and the one that I replaced was sent meanwhile', async () => {
    const { desk, fitting } = await openTwo();
    await sendLost(desk, fitting, [A, await give(desk, 1)]);
    await fitting.edit({ price: '7', images: [A, await give(desk, 2)] });
    fitting.theirs({ price: '99' });
    await sendAll(desk);
    await settle(desk, 'mine');
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(fitting.pictures()).toEqual([A, hashOf(picture(2))]);
  });

  it('and none stays that I took away: it was sent meanwhile', async () => {
    const { desk, product } = await openTwo();
    await sendLost(desk, product, [A, B, await give(desk, 1)]);
    await product.edit({ name: 'Moja', images: [A, B] });
    product.theirs({ name: 'Ich' });
    await sendAll(desk);
    await settle(desk, 'mine');
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(product.pictures()).toEqual([A, B]);
  });
});

describe('a picture that takes the place of one that is then discarded', () => {
  it('joins: nobody else has changed anything', async () => {
    const { desk, fitting } = await openTwo();
    const first = await fitting.edit({ price: '5', images: [A, B, await give(desk, 1)] });
    fitting.theirs({ price: '99' });
    await sendAll(desk);
    await fitting.edit({ images: [A, B, await give(desk, 2)] });
    await desk.call('outbox.discard', { operation: first });
    await sendAll(desk);
    expect(await isConflict(desk)).toEqual([]);
    expect(fitting.pictures()).toEqual([A, B, hashOf(picture(2))]);
  });
});

describe('what was decided is taken back before it was sent', () => {
  it('a value: theirs stays, which was chosen to be replaced by mine alone', async () => {
    const { desk, fitting } = await openTwo();
    await fitting.edit({ price: '5' });
    fitting.theirs({ price: '99' });
    await sendAll(desk);
    await settle(desk, 'mine');
    await undo(desk);
    await sendAll(desk);
    expect(fitting.held()).toMatchObject({ price: '99' });
  });
});

describe('a record that another one made under my code, changed by my choice', () => {
  const made = async (pictures: string[]) => {
    const { desk } = await openTwo();
    const values = { kod: 'SAME', name: 'Moje', price: '5', images: [await give(desk, 1)] };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const theirs = { kod: 'SAME', name: 'Ich', price: '4', images: pictures };
    const { _id: id } = desk.service.state.insert('fittings', theirs);
    await sendAll(desk);
    await settle(desk, 'mine');
    await sendAll(desk);
    return { desk, held: () => desk.service.state.get('fittings', String(id)) ?? {} };
  };

  it('can be taken back', async () => {
    const { desk, held } = await made([A]);
    expect(held()).toMatchObject({ name: 'Moje', price: '5' });
    await undo(desk);
    await sendAll(desk);
    expect(held()).toMatchObject({ name: 'Ich', price: '4' });
  });

  it('is not refused for pictures that no change can take away', async () => {
    const { desk, held } = await made([A, B]);
    expect(held()).toMatchObject({ name: 'Moje', price: '5' });
    expect(await isConflict(desk)).toEqual([]);
  });
});

describe('a picture that was sent, and taken away in a change that waits', () => {
  const taken = async () => {
    const { desk, product } = await openTwo();
    await sendLost(desk, product, [A, B, await give(desk, 1)]);
    const images = [...(await product.shown()), await give(desk, 2)];
    const operation = await product.edit({ images });
    await desk.call('outbox.hold', { operation });
    await sendAll(desk);
    await desk.pull();
    const [, , sent = '', ...others] = await product.shown();
    expect(typeof sent).toBe('string');
    await product.edit({ images: [A, B, ...others] });
    return { desk, product, operation };
  };

  it('is shown again once that is taken back', async () => {
    const { desk, product } = await openTwo();
    await sendLost(desk, product, [A, B, await give(desk, 1)]);
    const operation = await product.edit({ images: [A, B] });
    await desk.call('outbox.hold', { operation });
    await sendAll(desk);
    await undo(desk);
    expect(await product.shown()).toHaveLength(3);
    expect(product.pictures()).toHaveLength(3);
  });

  it('is not in the record that is made again', async () => {
    const { desk, product, operation } = await taken();
    keepAsset(desk, PRODUCT.modelPath, OBJ);
    await desk.call('outbox.release', { operation });
    desk.service.state.remove('products', product.ref);
    desk.clock.advance(2 * SETTLE);
    await sendAll(desk);
    await settle(desk, 'mine');
    await sendAll(desk);
    const [made = {}] = desk.service.state.all('products');
    expect(bytesOf(desk, made['images'])).toEqual([hashOf(picture(2))]);
  });
});
