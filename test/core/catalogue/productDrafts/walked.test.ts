// Cases about staged files that the walk through plans (`walk.test.ts`) has found.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProductDraft } from '#contract/productDrafts.ts';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { undo } from '../../../support/sheets.ts';

const DAY = 86_400_000;
const LONG_AGO = new Date('2026-01-01');
const NAME = 'Szafa nowa';
const PRODUCT = { name: NAME, status: '1', date: '2026-03-02', materialy: {}, main: {} };

const folderOf = (desk: TestWorkstation) =>
  path.join(desk.folder, 'data', 'profiles', 'default', 'staged');
const copies = (desk: TestWorkstation) => fs.readdirSync(folderOf(desk));

/** Lets more than two weeks pass, with two starts in them. */
async function weeksLater(desk: TestWorkstation): Promise<void> {
  for (const _ of [1, 2]) {
    for (const name of copies(desk))
      fs.utimesSync(path.join(folderOf(desk), name), LONG_AGO, LONG_AGO);
    desk.clock.advance(8 * DAY);
    await desk.restart();
  }
}

async function product(desk: TestWorkstation): Promise<ProductDraft> {
  const given = { path: desk.file('s.obj', OBJ), kind: 'products', field: 'modelPath' } as const;
  const { file } = await desk.call('files.stage', given);
  const files = [{ field: 'modelPath', file, name: 's.obj' }];
  return { parts: [{ part: 'product', kind: 'products', values: PRODUCT, files, use: null }] };
}

async function begin(desk: TestWorkstation, draft: ProductDraft): Promise<string> {
  return (await desk.call('productDrafts.save', { plan: null, name: NAME, draft })).plan;
}

const queued = async (desk: TestWorkstation, plan: string) =>
  (await desk.call('productDrafts.queue', { plan })).group ?? '';

const HINGE = {
  part: 'hinge',
  kind: 'fittings' as const,
  values: { kod: 'F-9', name: 'Uchwyt' },
  files: [],
  use: null,
};

/** A plan that was taken back, and given a picture since. */
async function undoneWithPicture(desk: TestWorkstation) {
  const plan = await begin(desk, { parts: [HINGE] });
  await undo(desk, await queued(desk, plan));
  const given = { path: desk.file('f.png', PNG), kind: 'fittings', field: 'images' } as const;
  const { file } = await desk.call('files.stage', given);
  const draft = { parts: [{ ...HINGE, files: [{ field: 'images', file, name: 'f.png' }] }] };
  const { state } = await desk.call('productDrafts.save', { plan, name: NAME, draft });
  expect(state).toBe('undone');
  return { plan, file, draft };
}

describe('a file that was chosen in a plan whose group was undone', () => {
  it('stays as long as that plan is not queued again', async () => {
    const desk = await openDesk();
    const { plan } = await undoneWithPicture(desk);
    await weeksLater(desk);
    expect(copies(desk)).toHaveLength(1);
    await queued(desk, plan);
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
  });

  it('is not given back while the plan names it', async () => {
    const desk = await openDesk();
    const { file, draft } = await undoneWithPicture(desk);
    await desk.call('files.unstage', { files: [file] });
    expect(copies(desk)).toHaveLength(1);
    expect(await desk.call('productDrafts.evaluate', { draft })).toMatchObject({ ready: true });
  });
});

describe('a plan that was sent, and undone weeks later', () => {
  it('says that the copy of its file is gone, before it is queued again', async () => {
    const desk = await openDesk();
    const draft = await product(desk);
    const plan = await begin(desk, draft);
    const group = await queued(desk, plan);
    await sendAll(desk);
    await weeksLater(desk);
    expect(copies(desk)).toEqual([]);
    await undo(desk, group);
    await sendAll(desk);
    expect((await desk.call('productDrafts.get', { plan })).state).toBe('undone');
    const { ready, parts } = await desk.call('productDrafts.evaluate', { draft });
    expect(parts[0]?.faults).toMatchObject([{ code: 'file-gone', field: 'modelPath' }]);
    expect(ready).toBe(false);
  });

  it.each([null, 'szafa.json'])(
    'becomes no manifest, and says which it lacks: %s',
    async (name) => {
      const desk = await openDesk();
      const plan = await begin(desk, await product(desk));
      await queued(desk, plan);
      await sendAll(desk);
      await weeksLater(desk);
      const to = name === null ? null : path.join(desk.folder, name);
      await expect(desk.call('productDrafts.saveManifest', { plan, to })).rejects.toMatchObject({
        code: 'invalid',
        details: {
          issues: [
            {
              place: 'product.model',
              value: 's.obj',
              expected: 'a copy of this file on this computer',
            },
          ],
        },
      });
      if (to !== null) expect(fs.existsSync(to)).toBe(false);
    },
  );
});
