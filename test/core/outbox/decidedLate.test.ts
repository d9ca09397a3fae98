import { describe, expect, it } from 'vitest';
import type { Side } from '#core/outbox/resolve.ts';
import { OBJ, openDesk, PRODUCT, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { edit, idOf, only, sendAll, SETTLE } from '../../support/editing.ts';
import { keepAsset } from '../history/desk.ts';

const KIND = 'fittings' as const;
const MINE = { kod: 'SAME', name: 'Moje', price: '5' };
const THEIRS = { kod: 'SAME', name: 'Ich', price: '4', param1: 'a' };

const named = (desk: TestWorkstation, kod: string) =>
  desk.service.state.all(KIND).filter((each) => each['kod'] === kod);
const shown = async (desk: TestWorkstation, ref: string) =>
  (await desk.call('records.get', { kind: KIND, ref })).record;
const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;

async function settle(desk: TestWorkstation, all: Side): Promise<void> {
  await desk.call('outbox.resolve', { operation: (await only(desk)).id, all });
}

describe('a record that another hand changed and then removed, made again in a conflict', () => {
  it('is what the list showed of it last, with mine over that', async () => {
    const desk = await openDesk();
    const id = idOf(desk, 'ZAW-110');
    await edit(desk, { price: '7' });
    desk.service.state.patch(KIND, id, { name: 'Ich' });
    await desk.pull();
    expect(await shown(desk, id)).toMatchObject({ name: 'Ich', price: '7' });
    desk.service.state.remove(KIND, id);
    await sendAll(desk);
    await settle(desk, 'mine');
    await sendAll(desk);
    expect(named(desk, 'ZAW-110')).toMatchObject([{ name: 'Ich', price: '7' }]);
  });
});

describe('a record that was gone when a person was asked, and that a Refresh brought again', () => {
  /** A product, which has no code, beside another one. */
  const cameBack = async () => {
    const products = [PRODUCT, { ...PRODUCT, _id: '6b0885474218e799fb281999', name: 'Druga' }];
    const desk = await openDesk({ seed: { ...SEED, products } });
    const [product] = desk.service.state.all('products');
    const ref = String(product?.['_id']);
    keepAsset(desk, String(product?.['modelPath']), OBJ);
    const values = { name: 'Moja' };
    await desk.call('records.update', { kind: 'products', ref, values, files: [] });
    desk.service.state.remove('products', ref);
    await sendAll(desk);
    expect(await only(desk)).toMatchObject({ conflict: { type: 'gone' } });
    await desk.pull();
    desk.service.state.insert('products', { ...product });
    desk.clock.advance(2 * SETTLE);
    await desk.pull();
    return { desk, ref };
  };
  const names = async (desk: TestWorkstation) =>
    (await desk.call('records.list', { kind: 'products' })).rows.length;

  it('is not made a second time: mine is a change of it', async () => {
    const { desk, ref } = await cameBack();
    await settle(desk, 'mine');
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(desk.service.state.all('products')).toHaveLength(2);
    expect(desk.service.state.get('products', ref)).toMatchObject({ name: 'Moja' });
  });

  it('stays in the list where mine is dropped', async () => {
    const { desk } = await cameBack();
    await settle(desk, 'theirs');
    expect(await open(desk)).toEqual([]);
    expect(await names(desk)).toBe(2);
  });
});

describe('a record of another hand under my code, read again before mine is made a change of it', () => {
  const taken = async () => {
    const desk = await openDesk();
    await desk.call('records.create', { kind: KIND, values: MINE, files: [] });
    const id = String(desk.service.state.insert(KIND, THEIRS)['_id']);
    await desk.push();
    desk.clock.advance(1_000);
    return { desk, id };
  };

  it('is shown as it was read last', async () => {
    const { desk, id } = await taken();
    desk.service.state.patch(KIND, id, { param1: 'b' });
    await desk.pull();
    await settle(desk, 'mine');
    expect(await shown(desk, id)).toMatchObject({ name: 'Moje', price: '5', param1: 'b' });
  });
});

describe('a product that waits for a part', () => {
  const MANIFEST = {
    product: { name: 'Nowa', status: '1', date: '2026-03-02', materialy: {}, main: {} },
    fittings: [MINE],
  };
  const add = async (desk: TestWorkstation) => {
    desk.file('n.obj', OBJ);
    const manifest = { ...MANIFEST, product: { ...MANIFEST.product, model: 'n.obj' } };
    await desk.call('productDrafts.addProduct', { manifest, folder: desk.folder });
  };
  const isMade = (desk: TestWorkstation) =>
    desk.service.state.all('products').some(({ name }) => name === MANIFEST.product.name);

  it.each(['mine', 'theirs'] as const)('whose code is taken: it goes, %s', async (side) => {
    const desk = await openDesk();
    await desk.call('records.create', { kind: KIND, values: MINE, files: [] });
    await add(desk);
    desk.service.state.insert(KIND, THEIRS);
    await sendAll(desk);
    const [conflict] = await open(desk);
    await desk.call('outbox.resolve', { operation: conflict?.id ?? '', all: side });
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(isMade(desk)).toBe(true);
  });

  it('which another hand makes between the look and the request: it goes, and nobody is asked', async () => {
    const desk = await openDesk();
    await add(desk);
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/fittings' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'before') desk.service.state.insert(KIND, THEIRS);
      },
    });
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(isMade(desk)).toBe(true);
    expect(named(desk, MINE.kod)).toMatchObject([THEIRS]);
  });
});

describe('a creation that is there twice, of which only the checking is ended', () => {
  it('leaves what was changed of it since', async () => {
    const desk = await openDesk({ variant: { uniqueKod: false } });
    const on = { method: 'POST', path: '/adminapi/fittings' };
    const { id } = await desk.call('records.create', { kind: KIND, values: MINE, files: [] });
    desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
    await desk.push();
    const hook = (phase: string) => {
      if (phase === 'before') desk.service.state.insert(KIND, MINE);
    };
    desk.service.addFault({ on, nth: 1, kind: 'hook', hook });
    await sendAll(desk);
    const twin = await only(desk);
    expect(twin).toMatchObject({ reason: { code: 'twin' } });
    await desk.call('records.update', { kind: KIND, ref: id, values: { price: '6' }, files: [] });
    await desk.call('outbox.discard', { operation: twin.id });
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(desk.service.state.get(KIND, twin.serviceId ?? '')).toMatchObject({ price: '6' });
  });
});

describe('what stands behind a change whose conflict was settled for theirs', () => {
  const settled = async (behind: (desk: TestWorkstation, id: string) => Promise<unknown>) => {
    const desk = await openDesk();
    const id = idOf(desk, 'ZAW-110');
    await edit(desk, { price: '7' });
    desk.service.state.patch(KIND, id, { price: '99' });
    await sendAll(desk);
    const { id: operation } = await only(desk);
    await behind(desk, id);
    await desk.call('outbox.resolve', { operation, all: 'theirs' });
    await sendAll(desk);
    return desk;
  };

  it('removes the record with what was let stand, and asks nothing more', async () => {
    const desk = await settled((at, ref) => at.call('records.remove', { kind: KIND, ref }));
    expect(await open(desk)).toEqual([]);
    expect(named(desk, 'ZAW-110')).toEqual([]);
  });

  it('asks about a later value against the one that was there, not against mine', async () => {
    const desk = await settled((at) => edit(at, { price: '8' }));
    const fields = [{ field: 'price', before: '8.90', mine: '8', theirs: '99' }];
    expect(await only(desk)).toMatchObject({ conflict: { type: 'fields', fields } });
  });
});
