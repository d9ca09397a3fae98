import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { idOf, only, sendAll } from '../../support/editing.ts';
import { rowsOf } from '../../support/sheets.ts';
import { keepAsset, pull } from './desk.ts';

const MODEL = 'uploads/products/s.obj';
const NO_COPY = {
  code: 'invalid',
  details: { issues: [{ place: 'modelPath', value: expect.stringContaining(MODEL) }] },
};

const service = (desk: TestWorkstation) => desk.service.state;
const productId = (desk: TestWorkstation) => String(service(desk).all('products')[0]?.['_id']);

/**
 * Renames a record that another administrator removes before the rename is sent.
 *
 * Returns the operation that needs a decision.
 */
async function renameOfRemoved(desk: TestWorkstation, kind: Kind, ref: string): Promise<string> {
  const values = { name: 'Renamed' };
  const { operation } = await desk.call('records.update', { kind, ref, values, files: [] });
  service(desk).remove(kind === 'products' ? 'products' : 'fittings', ref);
  await sendAll(desk);
  return operation ?? '';
}

async function given(
  desk: TestWorkstation,
  kind: Kind,
  field: string,
  name: string,
  bytes: string | Buffer,
) {
  const file = desk.file(name, bytes);
  const staged = await desk.call('files.stage', { path: file, kind, field });
  return { field, file: staged.file };
}

const renamed = (desk: TestWorkstation, kind: 'fittings' | 'products') =>
  service(desk)
    .all(kind)
    .filter(({ name }) => name === 'Renamed');

describe('the files of a record that another hand removed and a conflict makes again', () => {
  it('are left out, and told, where there is no copy of them here', async () => {
    const desk = await openDesk();
    const operation = await renameOfRemoved(desk, 'fittings', idOf(desk, 'ZAW-110'));
    const made = await desk.call('outbox.resolve', { operation, all: 'mine' });
    expect(made.notes).toEqual([
      { code: 'file-not-here', field: 'images', value: ['uploads/fittings/a.png'] },
      { code: 'file-not-here', field: 'model', value: 'uploads/fittings/a.obj' },
    ]);
    const { entries } = await desk.call('history.list', { results: ['created-again'] });
    expect(entries).toMatchObject([
      { field: 'model', before: 'uploads/fittings/a.obj', after: null },
      { field: 'images', before: ['uploads/fittings/a.png'], after: null },
    ]);
    await sendAll(desk);
    const [again] = renamed(desk, 'fittings');
    expect(again).toMatchObject({ kod: 'ZAW-110', stock: 12 });
    expect(JSON.stringify(again)).not.toContain('uploads/fittings/a');
  });

  it('go along as copies where they were fetched to be looked at', async () => {
    const desk = await openDesk();
    keepAsset(desk, MODEL, OBJ);
    const operation = await renameOfRemoved(desk, 'products', productId(desk));
    const made = await desk.call('outbox.resolve', { operation, all: 'mine' });
    expect(made.notes ?? []).toEqual([]);
    await sendAll(desk);
    const [again] = renamed(desk, 'products');
    expect(again?.['modelPath']).toMatch(/\.obj$/);
    expect(again?.['modelPath']).not.toBe(MODEL);
    expect(service(desk).files()).toHaveLength(1);
  });

  it('are left out where what was fetched is not what its name says', async () => {
    const desk = await openDesk();
    keepAsset(desk, 'uploads/fittings/a.png', 'no picture');
    const operation = await renameOfRemoved(desk, 'fittings', idOf(desk, 'ZAW-110'));
    const made = await desk.call('outbox.resolve', { operation, all: 'mine' });
    expect(made.notes).toMatchObject([{ field: 'images' }, { field: 'model' }]);
  });

  it('go along where the change itself gives them, also after the catalogue was read again', async () => {
    const desk = await openDesk();
    const id = idOf(desk, 'ZAW-110');
    const picture = await given(desk, 'fittings', 'images', 'mine.png', PNG);
    await desk.call('records.update', { kind: 'fittings', ref: id, values: {}, files: [picture] });
    const operation = await renameOfRemoved(desk, 'fittings', id);
    await pull(desk);
    const made = await desk.call('outbox.resolve', { operation, all: 'mine' });
    expect(made.notes).toMatchObject([{ field: 'model' }]);
    await sendAll(desk);
    expect(renamed(desk, 'fittings')[0]?.['images']).toEqual([expect.stringMatching(/\.png$/)]);
  });

  it('are asked for where the record cannot be made without, and nothing is settled before', async () => {
    const desk = await openDesk();
    const operation = await renameOfRemoved(desk, 'products', productId(desk));
    await pull(desk);
    const mine = { operation, all: 'mine' } as const;
    await expect(desk.call('outbox.resolve', mine)).rejects.toMatchObject(NO_COPY);
    const many = { operations: [operation], all: mine.all };
    expect(await desk.call('outbox.resolveMany', many)).toMatchObject({
      done: 0,
      failed: [{ operation, error: { code: 'invalid', issues: [{ place: 'modelPath' }] } }],
    });
    const { recordId, state } = await only(desk);
    expect(state).toBe('conflict');
    const files = [await given(desk, 'products', 'modelPath', 'new.obj', OBJ)];
    await desk.call('records.update', { kind: 'products', ref: recordId, values: {}, files });
    await desk.call('outbox.resolve', mine);
    await sendAll(desk);
    expect(renamed(desk, 'products')).toHaveLength(1);
    expect(renamed(desk, 'products')[0]?.['modelPath']).not.toBe(MODEL);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('are told for each of many that are settled together', async () => {
    const desk = await openDesk();
    const operations = [
      await renameOfRemoved(desk, 'fittings', idOf(desk, 'ZAW-110')),
      await renameOfRemoved(desk, 'products', productId(desk)),
    ];
    const result = await desk.call('outbox.resolveMany', { operations, all: 'mine' });
    expect(result).toMatchObject({ done: 1, failed: [{ operation: operations[1] }] });
    expect(result.notes).toMatchObject([
      { operation: operations[0], notes: [{ field: 'images' }, { field: 'model' }] },
    ]);
  });
});

/** Removes a record, sends the removal, and returns the preview of its undo. */
async function undoOfRemoved(desk: TestWorkstation, kind: Kind, ref: string) {
  await desk.call('records.remove', { kind, ref });
  await sendAll(desk);
  await pull(desk);
  return desk.call('undo.plan', {});
}

describe('the files of a record that was removed here and is made again by Undo', () => {
  it('are left out, and told, where there is no copy of them here', async () => {
    const desk = await openDesk();
    const { plan, counts } = await undoOfRemoved(desk, 'fittings', idOf(desk, 'ZAW-110'));
    expect(counts).toMatchObject({ new: 1, error: 0 });
    const [row] = await rowsOf(desk, plan);
    expect(row?.issues).toMatchObject([
      { place: 'images', value: '"uploads/fittings/a.png"' },
      { place: 'model', value: '"uploads/fittings/a.obj"' },
    ]);
    await desk.call('changesets.queue', { plan });
    await sendAll(desk);
    const again = service(desk)
      .all('fittings')
      .find(({ kod }) => kod === 'ZAW-110');
    expect(again).toMatchObject({ stock: 12 });
    expect(JSON.stringify(again)).not.toContain('uploads/fittings/a');
  });

  it('go along as copies where they were fetched to be looked at', async () => {
    const desk = await openDesk();
    keepAsset(desk, MODEL, OBJ);
    const { plan, counts } = await undoOfRemoved(desk, 'products', productId(desk));
    expect(counts).toMatchObject({ new: 1, error: 0 });
    await desk.call('changesets.queue', { plan });
    await sendAll(desk);
    const [again] = service(desk).all('products');
    expect(again?.['modelPath']).toMatch(/\.obj$/);
    expect(again?.['modelPath']).not.toBe(MODEL);
    expect(service(desk).files()).toHaveLength(1);
  });

  it('are left out of the queue where such a copy is gone meanwhile', async () => {
    const desk = await openDesk();
    keepAsset(desk, MODEL, OBJ);
    const { plan } = await undoOfRemoved(desk, 'products', productId(desk));
    keepAsset(desk, MODEL, '');
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ group: null, left: 1 });
    expect((await rowsOf(desk, plan))[0]?.issues).toMatchObject([{ place: 'modelPath' }]);
  });

  it('stop it where the record cannot be made without', async () => {
    const desk = await openDesk();
    const { plan, counts } = await undoOfRemoved(desk, 'products', productId(desk));
    expect(counts).toMatchObject({ error: 1, ticked: 0 });
    expect((await rowsOf(desk, plan))[0]?.issues).toMatchObject([{ place: 'modelPath' }]);
  });
});

describe('the files of a deleted record that is created again', () => {
  it('stop it where what was promised is not what was fetched, and are told missing from then on', async () => {
    const desk = await openDesk();
    const id = idOf(desk, 'ZAW-110');
    const picture = 'uploads/fittings/a.png';
    keepAsset(desk, picture, PNG.toString('latin1'));
    const assets = path.join(desk.folder, 'data/profiles/default/assets');
    // As a power cut leaves it: a picture still, and another one than was fetched.
    for (const name of fs.readdirSync(assets))
      fs.writeFileSync(path.join(assets, name), Buffer.concat([PNG, Buffer.alloc(3)]));
    service(desk).remove('fittings', id);
    await pull(desk);
    const missing = async () => {
      const { notes } = await desk.call('trash.get', { kind: 'fittings', id });
      return notes.filter(({ code }) => code === 'file-not-here');
    };
    expect(await missing()).toMatchObject([{ field: 'model' }]);
    const again = { kind: 'fittings', id } as const;
    const issues = [{ place: 'images', value: picture }];
    await expect(desk.call('trash.createAgain', again)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues },
    });
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect(await missing()).toMatchObject([{ field: 'images' }, { field: 'model' }]);
    expect(await desk.call('trash.createAgain', again)).toMatchObject({ id: expect.any(String) });
  });

  it('stop nothing where another is given in the place of such a file', async () => {
    const desk = await openDesk();
    const id = productId(desk);
    keepAsset(desk, MODEL, OBJ);
    const assets = path.join(desk.folder, 'data/profiles/default/assets');
    for (const name of fs.readdirSync(assets))
      fs.writeFileSync(path.join(assets, name), `${OBJ}\n`);
    service(desk).remove('products', id);
    await pull(desk);
    const files = [await given(desk, 'products', 'modelPath', 'mine.obj', OBJ)];
    await desk.call('trash.createAgain', { kind: 'products', id, files });
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
  });
});
