import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#reference/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Kind as Collection } from '#reference/kinds.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { only, sendAll, SETTLE, SURE } from '../../../support/editing.ts';
import { CUPBOARD } from './lostProduct.ts';

interface Case {
  readonly kind: Kind;
  readonly path: string;
  readonly collection: Collection;
  readonly values: JsonObject & { readonly name: string };
  /** As the service keeps it. */
  readonly kept: JsonObject;
}

const FITTING: Case = {
  kind: 'fittings',
  path: '/adminapi/fittings',
  collection: 'fittings',
  values: { kod: 'AB-9', name: 'Zawias 9' },
  kept: { kod: 'ab-9', name: 'Zawias 9' },
};
const PRODUCT: Case = {
  kind: 'products',
  path: '/adminapi/products',
  collection: 'products',
  values: CUPBOARD,
  kept: CUPBOARD,
};

/** A service that says at the `nth` try that it made a record, names no id, and does not show it so far. */
async function saysYes({ kind, path, values }: Case, nth = 1): Promise<TestWorkstation> {
  const desk = await openDesk({ variant: { uniqueKod: false } });
  await desk.call('records.create', { kind, values, files: [] });
  const body = '{"message":"Created"}';
  desk.service.addFault({ on: { method: 'POST', path }, nth, kind: 'garbage', body });
  return desk;
}

const held = (desk: TestWorkstation, { collection, values }: Case) =>
  desk.service.state.all(collection).filter(({ name }) => name === values.name);

describe.each([FITTING, PRODUCT])('a creation of $kind that the service said yes to', (each) => {
  it('is not given up while whoever answers may not know of it yet', async () => {
    const desk = await saysYes(each, 3);
    const on = { method: 'POST', path: each.path };
    desk.service.addFault({ on, times: 2, kind: 'resetBefore' });
    // The look right behind it fails, so that the next one is soon.
    const list = { method: 'GET', path: each.path };
    const sick = { on: list, times: 2, kind: 'resetBefore' } as const;
    const hook = () => desk.service.addFault(sick);
    desk.service.addFault({ on, nth: 3, kind: 'hook', hook });
    const asked = () => desk.service.log.filter(({ method }) => method === 'POST').length;
    const before = asked();
    for (let time = 0; time < 9 && asked() < before + 3; time += 1) {
      await desk.push();
      desk.clock.advance(asked() < before + 3 ? SURE : 0);
    }
    expect(asked()).toBe(before + 3);
    for (let second = 0; second < 30; second += 1) {
      desk.clock.advance(1_000);
      await desk.push();
      expect(await only(desk)).toMatchObject({ state: 'unknown' });
    }
    desk.service.state.insert(each.collection, each.kept);
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, refused: 0, done: 1 });
    expect(held(desk, each)).toHaveLength(1);
  });

  it('is looked for once more when a person asks for it again', async () => {
    const desk = await saysYes(each);
    for (let time = 0; time < 3; time += 1) await sendAll(desk);
    const { id, state, reason } = await only(desk);
    expect({ state, reason }).toMatchObject({ state: 'refused', reason: { code: 'gave-up' } });
    desk.service.state.insert(each.collection, each.kept);
    await desk.call('outbox.retry', { operation: id });
    expect(await desk.push()).toMatchObject({ unknown: 0, refused: 0, done: 1 });
    expect(held(desk, each)).toHaveLength(1);
  });

  it('is sent again where a person asks for it and it is still not there', async () => {
    const desk = await saysYes(each);
    for (let time = 0; time < 3; time += 1) await sendAll(desk);
    await desk.call('outbox.retry', { operation: (await only(desk)).id });
    await sendAll(desk);
    expect(await desk.call('outbox.list', { states: ['done'] })).toMatchObject({
      operations: [{ state: 'done' }],
    });
    expect(held(desk, each)).toHaveLength(1);
  });
});

describe('a creation that the service said yes to, where no list is shown to its end', () => {
  it('is sent again only by a person who was asked to look, and asks for it once more', async () => {
    const desk = await saysYes(PRODUCT);
    const variant = { offsetIgnored: true, total: 'missing', order: 'unstable' } as const;
    for (let time = 0; time < 3; time += 1) await sendAll(desk);
    desk.service.state.insert('products', { ...CUPBOARD, name: 'Another' });
    desk.service.setVariant(variant);
    const { id } = await only(desk);
    await desk.call('outbox.retry', { operation: id });
    for (let time = 0; time < 2; time += 1) await sendAll(desk);
    expect(await only(desk)).toMatchObject({
      state: 'refused',
      reason: { code: 'gave-up', details: { why: 'not-told', name: 'Szafa 9' } },
    });
    expect(held(desk, PRODUCT)).toEqual([]);
    await desk.call('outbox.retry', { operation: id });
    await sendAll(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect(held(desk, PRODUCT)).toHaveLength(1);
  });
});
