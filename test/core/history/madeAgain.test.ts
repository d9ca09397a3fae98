import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { OBJ, openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { openDatabase } from '../../support/rawDatabase.ts';
import { rowsOf, undo } from '../../support/sheets.ts';
import { keptAsDeleted, pull } from './desk.ts';
import { expecting } from '#contract/expectations/expected.ts';

const products = (desk: TestWorkstation) =>
  desk.service.state.all('products').filter(({ name }) => name === 'Szafa');

const refusal = { code: 'state', details: { why: { code: 'made-again' } } };

/** A product that was made here, sent, deleted, and that deletion sent. */
async function deleted() {
  const desk = await openDesk();
  const staged = {
    path: desk.file('szafa.obj', OBJ),
    kind: 'products',
    field: 'modelPath',
  } as const;
  const { file } = await desk.call('files.stage', staged);
  const { id } = await desk.call('records.create', {
    kind: 'products',
    values: { name: 'Szafa', status: '1', date: '2026-01-02', materialy: {}, main: {} },
    files: [{ field: 'modelPath', file }],
  });
  await desk.push();
  await desk.call('records.remove', { kind: 'products', ref: id });
  await desk.push();
  await pull(desk);
  const [item] = (await desk.call('trash.list', { kind: 'products' })).items;
  const ref = { kind: 'products', id: item?.id ?? '' } as const;
  const removal = (await desk.call('groups.list', {})).groups[0]?.id ?? '';
  return { desk, ref, removal, again: () => desk.call('trash.createAgain', ref) };
}

describe('a deleted record without a code', () => {
  it('is created again once, before that was sent and behind it', async () => {
    const { desk, ref, again } = await deleted();
    expect((await desk.call('trash.get', ref)).ready).toBe(true);
    await again();
    await expect(again()).rejects.toMatchObject(refusal);
    await desk.push();
    await expect(again()).rejects.toMatchObject(refusal);
    expect(products(desk)).toHaveLength(1);
    const { ready, notes } = await desk.call('trash.get', ref);
    expect(ready).toBe(false);
    expect(notes[0]).toMatchObject({ code: 'made-again', value: 'Szafa' });
  });

  it('is created again where that was taken back, or is deleted itself', async () => {
    const { desk, again } = await deleted();
    const { operation } = await again();
    await desk.call('outbox.discard', { operation: operation ?? '' });
    const { id } = await again();
    await desk.push();
    await desk.call('records.remove', { kind: 'products', ref: id });
    await desk.push();
    await again();
    await desk.push();
    expect(products(desk)).toHaveLength(1);
  });

  it('is created again once where it is asked for twice at a time', async () => {
    const { desk, again } = await deleted();
    const both = await Promise.allSettled([again(), again()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await desk.push();
    expect(products(desk)).toHaveLength(1);
  });

  it('is created again once where its removal was undone before', async () => {
    const { desk, ref, again } = await deleted();
    await undo(desk);
    expect((await desk.call('trash.get', ref)).ready).toBe(false);
    await expect(again()).rejects.toMatchObject(refusal);
    await desk.push();
    await expect(again()).rejects.toMatchObject(refusal);
    expect(products(desk)).toHaveLength(1);
  });

  it('does not come back by an undo where it was created again before, and that says so', async () => {
    const { desk, removal, again } = await deleted();
    const { plan: early } = await desk.call('undo.plan', { group: removal });
    const { id } = await again();
    expect(await desk.call('changesets.queue', { plan: early })).toMatchObject({
      queued: 0,
      left: 1,
    });
    const { plan, counts } = await desk.call('undo.plan', { group: removal });
    expect(counts).toMatchObject({ error: 1, ticked: 0 });
    expect((await rowsOf(desk, plan))[0]?.issues).toEqual([
      {
        place: 'Szafa',
        value: id,
        ...expecting('notRecreated', { name: 'Szafa' }),
      },
    ]);
    await desk.push();
    expect(products(desk)).toHaveLength(1);
  });

  it('is known for the first of all, however often what was made of it was deleted too', async () => {
    const { desk, again } = await deleted();
    const { id } = await again();
    await desk.push();
    await desk.call('records.remove', { kind: 'products', ref: id });
    await desk.push();
    await undo(desk);
    await desk.push();
    await pull(desk);
    expect(products(desk)).toHaveLength(1);
    const ids = keptAsDeleted(desk);
    expect(ids).toHaveLength(2);
    expect((await desk.call('trash.list', { kind: 'products' })).total).toBe(0);
    for (const kept of ids)
      await expect(
        desk.call('trash.createAgain', { kind: 'products', id: kept }),
      ).rejects.toMatchObject(refusal);
  });

  it('has one that was made of it and never sent stay away where another was made since', async () => {
    const { desk, again } = await deleted();
    await again();
    const { group } = await undo(desk);
    const { plan: early } = await desk.call('undo.plan', { group: group ?? '' });
    await again();
    expect(await desk.call('changesets.queue', { plan: early })).toMatchObject({
      queued: 0,
      left: 1,
    });
    const { counts } = await desk.call('undo.plan', { group: group ?? '' });
    expect(counts).toMatchObject({ error: 1, ticked: 0 });
    await desk.push();
    expect(products(desk)).toHaveLength(1);
  });

  it('is created again once where an older version of the program made it anew', async () => {
    const { desk, ref, again } = await deleted();
    await again();
    openDatabase(path.join(desk.folder, 'data/profiles/default/work.db'), (db) => {
      db.exec('UPDATE group_item SET again = NULL');
      db.prepare(
        `UPDATE change_group SET label = json_set(label, '$.params.again', ?)
           WHERE number = (SELECT max(number) FROM change_group)`,
      ).run(ref.id);
    });
    await expect(again()).rejects.toMatchObject(refusal);
  });
});
