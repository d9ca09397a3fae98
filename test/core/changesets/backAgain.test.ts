import { describe, expect, it } from 'vitest';
import { OBJ, openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { rowsOf } from '../../support/sheets.ts';
import { pull, settle } from '../history/desk.ts';

const ours = (desk: TestWorkstation) =>
  desk.service.state.all('products').filter(({ name }) => name === 'Nowa');

/**
 * Creates and removes a product, and sends both operations.
 *
 * Returns the record that the service held in between.
 */
async function removed(desk: TestWorkstation) {
  await settle(desk);
  const staged = await desk.call('files.stage', {
    path: desk.file('n.obj', OBJ),
    kind: 'products',
    field: 'modelPath',
  });
  const values = { name: 'Nowa', status: '1', date: '2026-01-02', materialy: {}, main: {} };
  const files = [{ field: 'modelPath', file: staged.file }];
  await desk.call('records.create', { kind: 'products', values, files });
  await desk.push();
  await pull(desk);
  const [kept] = ours(desk);
  await desk.call('records.remove', { kind: 'products', ref: String(kept?.['_id']) });
  expect(await desk.push()).toMatchObject({ done: 1 });
  await pull(desk);
  expect(ours(desk)).toEqual([]);
  return kept ?? {};
}

/** The service is put back from a backup that still had it. */
async function putBack(desk: TestWorkstation, kept: Readonly<Record<string, unknown>>) {
  desk.service.state.insert('products', { ...JSON.parse(JSON.stringify(kept)) });
  await pull(desk);
  expect(ours(desk)).toHaveLength(1);
}

describe('undo of a removal of what the service has again', () => {
  it('makes no second one of it, and says that it is there', async () => {
    const desk = await openDesk();
    await putBack(desk, await removed(desk));
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ new: 0, error: 1 });
    expect((await rowsOf(desk, plan))[0]?.issues).toMatchObject([
      { expected: 'a record that does not exist yet' },
    ]);
  });

  it('makes no second one where it came back behind the preview', async () => {
    const desk = await openDesk();
    const kept = await removed(desk);
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ new: 1 });
    await putBack(desk, kept);
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    await desk.push();
    expect(ours(desk)).toHaveLength(1);
  });
});
