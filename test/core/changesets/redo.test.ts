import { describe, expect, it } from 'vitest';
import { OBJ, openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { undo } from '../../support/sheets.ts';

const create = (desk: TestWorkstation, kod: string) =>
  desk.call('records.create', { kind: 'fittings', values: { kod, name: 'Nowy' }, files: [] });
const states = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ key, action, state }) => [
    key,
    action,
    state,
  ]);

/** A product and, before it, the fitting that it needs. */
async function addProduct(desk: TestWorkstation): Promise<void> {
  desk.file('szafka.obj', OBJ);
  const product = { name: 'Szafka', status: '1', date: '2026-01-02', materialy: {}, main: {} };
  const manifest = {
    fittings: [{ kod: 'N-1', name: 'Nowy' }],
    product: { ...product, model: 'szafka.obj' },
  };
  await desk.call('productDrafts.addProduct', { manifest, folder: desk.folder });
}

const productId = async (desk: TestWorkstation) => {
  const { rows } = await desk.call('records.list', { kind: 'products' });
  return rows.find(({ fields }) => fields['name'] === 'Szafka')?.id ?? '';
};

describe('a record that comes back', () => {
  it('lets go on what was held because it had gone', async () => {
    const desk = await openDesk();
    await addProduct(desk);
    await desk.call('records.remove', { kind: 'fittings', ref: 'N-1' });
    expect(await states(desk)).toEqual([[null, 'create', 'held']]);
    await undo(desk);
    expect(await states(desk)).toEqual([
      ['N-1', 'create', 'waiting'],
      [null, 'create', 'waiting'],
    ]);
    expect(await desk.push()).toMatchObject({ done: 2 });
  });

  it('waits itself where what it needs is stuck by now', async () => {
    const desk = await openDesk();
    await addProduct(desk);
    await desk.call('records.remove', { kind: 'products', ref: await productId(desk) });
    const [fitting] = (await desk.call('outbox.list', {})).operations;
    await desk.call('outbox.hold', { operation: fitting?.id ?? '' });
    await undo(desk);
    expect(await states(desk)).toEqual([
      ['N-1', 'create', 'held'],
      [null, 'create', 'held'],
    ]);
  });

  it('stays away when its code was given to another meanwhile, and says which', async () => {
    const desk = await openDesk();
    await create(desk, 'N-1');
    const { group } = await undo(desk);
    const { plan: early } = await desk.call('undo.plan', { group: group ?? '' });
    const { id } = await create(desk, 'N-1');
    expect(await desk.call('changesets.queue', { plan: early })).toMatchObject({
      queued: 0,
      left: 1,
    });
    const { plan, counts } = await desk.call('undo.plan', { group: group ?? '' });
    expect(counts).toMatchObject({ error: 1, ticked: 0 });
    const [row] = (await desk.call('changesets.rows', { plan, offset: 0, limit: 10 })).rows;
    expect(row?.issues).toMatchObject([{ place: 'kod', value: '"N-1"' }]);
    expect(row?.issues[0]?.expected).toContain('“Nowy” has it');
    expect((await desk.call('records.get', { kind: 'fittings', ref: 'N-1' })).id).toBe(id);
    expect(await states(desk)).toEqual([['N-1', 'create', 'waiting']]);
  });

  it('comes back once, however many previews showed it coming', async () => {
    const desk = await openDesk();
    await addProduct(desk);
    await desk.push();
    await desk.call('records.remove', { kind: 'products', ref: await productId(desk) });
    await desk.push();
    const one = await desk.call('undo.plan', {});
    const other = await desk.call('undo.plan', {});
    expect(await desk.call('changesets.queue', { plan: one.plan })).toMatchObject({ queued: 1 });
    await expect(desk.call('changesets.queue', { plan: other.plan })).rejects.toMatchObject({
      code: 'state',
      message: 'This group is undone; only one that is queued can be undone.',
    });
    expect(await states(desk)).toEqual([[null, 'create', 'waiting']]);
  });
});

describe('a change that is made again', () => {
  /** A fitting of which nothing but its code and its name is known. */
  const bare = () => openDesk({ seed: { ...SEED, fittings: [{ kod: 'A', name: 'A' }] } });

  it.each([
    ['alone', { price: '5' }],
    ['beside others', { price: '5', name: 'AA' }],
  ])('fills what was empty before, %s', async (_, values) => {
    const desk = await bare();
    await desk.call('records.update', { kind: 'fittings', ref: 'A', values, files: [] });
    const { group } = await undo(desk);
    const shown = async () =>
      (await desk.call('records.get', { kind: 'fittings', ref: 'A' })).record;
    expect(await shown()).toMatchObject({ name: 'A' });
    expect(await shown()).not.toHaveProperty('price');
    await undo(desk, group ?? '');
    expect(await shown()).toMatchObject(values);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.all('fittings')).toMatchObject([values]);
  });
});
