import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { OBJ, openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { only, sendAll } from '../../support/editing.ts';
import { openDatabase } from '../../support/rawDatabase.ts';
import { rowsOf, undo } from '../../support/sheets.ts';
import { keepAsset, keptAsDeleted, settle } from './desk.ts';

const names = (desk: TestWorkstation) =>
  desk.service.state.all('products').map(({ name }) => String(name));
const refusal = { code: 'state', details: { why: { code: 'made-again' } } };

/** Renames a product that another administrator removes before the rename is sent. */
async function renameOfRemoved(desk: TestWorkstation): Promise<string> {
  const [product] = desk.service.state.all('products');
  const ref = String(product?.['_id']);
  // Without its model it could not be made again.
  keepAsset(desk, String(product?.['modelPath']), OBJ);
  await desk.call('records.update', {
    kind: 'products',
    ref,
    values: { name: `${String(product?.['name'])}!` },
    files: [],
  });
  desk.service.state.remove('products', ref);
  await sendAll(desk);
  expect(await only(desk)).toMatchObject({ conflict: { type: 'gone' } });
  return ref;
}

const createAgain = async (desk: TestWorkstation) =>
  desk.call('outbox.resolve', { operation: (await only(desk)).id, all: 'mine' });
async function fromDeleted(desk: TestWorkstation, id: string) {
  const staged = { path: desk.file('szafa.obj', OBJ), kind: 'products' } as const;
  const { file } = await desk.call('files.stage', { ...staged, field: 'modelPath' });
  const files = [{ field: 'modelPath', file }];
  return desk.call('trash.createAgain', { kind: 'products', id, files });
}

describe('a record without a code that another hand removed and a conflict makes again', () => {
  it('is not made once more from the deleted records', async () => {
    const desk = await openDesk();
    const id = await renameOfRemoved(desk);
    await createAgain(desk);
    await settle(desk);
    await expect(fromDeleted(desk, id)).rejects.toMatchObject(refusal);
    await sendAll(desk);
    await expect(fromDeleted(desk, id)).rejects.toMatchObject(refusal);
    expect(names(desk)).toEqual(['Szafa 2D!']);
  });

  it('is not made where it was made from the deleted records before', async () => {
    const desk = await openDesk();
    const id = await renameOfRemoved(desk);
    // As where a backup of the work took the place of one in which its removal was known.
    openDatabase(path.join(desk.folder, 'data/profiles/default/cache.db'), (db) => {
      db.prepare('UPDATE record SET missing_since = 1 WHERE id = ?').run(id);
    });
    await settle(desk);
    const { id: operation } = await only(desk);
    await fromDeleted(desk, id);
    const mine = { operation, all: 'mine' } as const;
    await expect(desk.call('outbox.resolve', mine)).rejects.toMatchObject(refusal);
    const many = { operations: [operation], all: mine.all };
    expect(await desk.call('outbox.resolveMany', many)).toMatchObject({
      done: 0,
      failed: [{ operation, error: { code: 'state' } }],
    });
    await desk.call('outbox.resolve', { operation, all: 'theirs' });
    await sendAll(desk);
    expect(names(desk)).toEqual(['Szafa 2D']);
  });

  it('is made again as often as it is removed, though lists may show the one before', async () => {
    const desk = await openDesk();
    await renameOfRemoved(desk);
    await createAgain(desk);
    await sendAll(desk);
    await renameOfRemoved(desk);
    await createAgain(desk);
    await sendAll(desk);
    expect(names(desk)).toEqual(['Szafa 2D!!']);
    await settle(desk);
    const ids = keptAsDeleted(desk);
    expect(ids).toHaveLength(2);
    for (const id of ids) await expect(fromDeleted(desk, id)).rejects.toMatchObject(refusal);
  });

  it('is taken back by an undo of its own, and then made from the deleted records', async () => {
    const desk = await openDesk();
    const id = await renameOfRemoved(desk);
    await createAgain(desk);
    await settle(desk);
    const [decision, creation] = (await desk.call('groups.list', {})).groups;
    expect(decision?.label).toMatchObject({ code: 'decide', count: 1 });
    expect(creation?.label).toMatchObject({
      code: 'create',
      count: 1,
      params: { record: 'Szafa 2D!' },
    });
    const { group } = await undo(desk, creation?.id);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    await fromDeleted(desk, id);
    const { plan } = await desk.call('undo.plan', { group: group ?? '' });
    expect(await rowsOf(desk, plan)).toMatchObject([{ outcome: 'error' }]);
    await sendAll(desk);
    expect(names(desk)).toEqual(['Szafa 2D']);
  });
});
