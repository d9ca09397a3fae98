import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { checkSheet, rowsOf } from '../../support/sheets.ts';

const create = (desk: TestWorkstation) =>
  desk.call('records.create', {
    kind: 'fittings',
    values: { kod: 'N-1', name: 'Nowy', price: '1.00' },
    files: [],
  });
const edit = (desk: TestWorkstation, values: Readonly<Record<string, string>>) =>
  desk.call('records.update', { kind: 'fittings', ref: 'N-1', values: { ...values }, files: [] });
const shown = (desk: TestWorkstation) => desk.call('records.get', { kind: 'fittings', ref: 'N-1' });
const theirs = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').find(({ kod }) => kod === 'N-1');

describe('undo of a creation', () => {
  it('leaves a record that was changed here since its preview, and says what changed', async () => {
    const desk = await openDesk();
    await create(desk);
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ changed: 1, kept: 0 });
    await edit(desk, { name: 'Changed by a person' });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    expect(await rowsOf(desk, plan)).toMatchObject([
      {
        outcome: 'error',
        action: 'remove',
        issues: [
          { place: 'name', value: 'Changed by a person', expected: 'Nowy, as in the preview' },
        ],
      },
    ]);
    expect((await shown(desk)).record).toMatchObject({ name: 'Changed by a person' });
  });

  it('leaves one that another administrator changed since, also where nothing had been', async () => {
    const desk = await openDesk();
    await create(desk);
    await desk.push();
    const { plan } = await desk.call('undo.plan', {});
    desk.service.state.patch('fittings', String(theirs(desk)?.['_id']), { status: '1' });
    desk.clock.advance(1_000);
    await desk.pull();
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    expect((await rowsOf(desk, plan))[0]?.issues).toMatchObject([
      { value: '1', expected: '–, as in the preview' },
    ]);
    expect(await desk.push()).toMatchObject({ done: 0 });
    expect(theirs(desk)).toBeDefined();
  });

  it('removes one that was edited before its preview, once that was seen and chosen', async () => {
    const desk = await openDesk();
    const { id } = await create(desk);
    await edit(desk, { price: '5' });
    const { groups } = await desk.call('groups.list', {});
    const made = groups.find(({ label }) => label.code === 'create');
    const { plan, counts } = await desk.call('undo.plan', { group: made?.id });
    expect(counts).toMatchObject({ changed: 0, kept: 1 });
    await desk.call('changesets.tick', { plan, ticked: true, outcomes: ['kept'] });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    await expect(desk.call('records.get', { kind: 'fittings', ref: id })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

const picture = async (desk: TestWorkstation, name: string) =>
  (
    await desk.call('files.stage', {
      path: desk.file(name, Buffer.concat([PNG, Buffer.from(name)])),
    })
  ).file;

describe('a row whose files were only sent since its preview', () => {
  it('is queued where it puts others in their place', async () => {
    const desk = await openDesk();
    const files = [{ field: 'images', file: await picture(desk, 'f/mine.png') }];
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values: {}, files });
    desk.file('s/other.png', Buffer.concat([PNG, Buffer.from('y')]));
    const bytes = ['kod;images', 'ZAW-110;other.png'].join('\n');
    const { plan } = await checkSheet(desk, 'fittings', 's/a.csv', bytes);
    await desk.push();
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
  });

  it('sends none of them once more where it leaves them as they are', async () => {
    const desk = await openDesk();
    const { rows } = await desk.call('records.list', { kind: 'products' });
    const ref = { kind: 'products', ref: rows[0]?.id ?? '' } as const;
    const images = [];
    for (const name of ['mine.png', 'more.png']) {
      images.push({ $file: await picture(desk, name) });
      await desk.call('records.update', { ...ref, values: { images: [...images] }, files: [] });
    }
    const { plan } = await desk.call('undo.plan', {});
    await desk.push();
    const theirImages = () => desk.service.state.get('products', ref.ref)?.['images'];
    const [mine] = [theirImages()].flat();
    const sent = desk.service.state.files().length;
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    await desk.push();
    expect(desk.service.state.files()).toHaveLength(sent);
    expect(theirImages()).toEqual([mine]);
  });

  it('is queued where it removes the record', async () => {
    const desk = await openDesk();
    const { file } = await desk.call('files.stage', { path: desk.file('mine.png', PNG) });
    const values = { kod: 'N-1', name: 'Nowy', price: '1.00' };
    const files = [{ field: 'images', file }];
    await desk.call('records.create', { kind: 'fittings', values, files });
    const { plan } = await desk.call('undo.plan', {});
    await desk.push();
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    await desk.push();
    expect(theirs(desk)).toBeUndefined();
  });
});

describe('files that were given along with a sheet', () => {
  /** Looks through a sheet that names a picture which was given along with it, and closes the sheet. */
  async function closed() {
    const desk = await openDesk();
    const beside = await desk.call('files.stage', { path: desk.file('f/mine.png', PNG) });
    const bytes = ['kod;name;images', 'N-1;N;mine.png'].join('\n');
    const { file } = await desk.call('files.stage', { path: desk.file('s/a.csv', bytes) });
    const { sheet } = await desk.call('sheets.open', {
      kind: 'fittings',
      file,
      beside: [{ name: 'mine.png', file: beside.file }],
    });
    const { counts } = await desk.call('sheets.check', { sheet });
    expect(counts).toMatchObject({ new: 1 });
    await desk.call('sheets.close', { sheet });
    return { desk, sheet };
  }

  const copies = (desk: TestWorkstation) =>
    fs.readdirSync(path.join(desk.folder, 'data/profiles/default/staged'));

  it('are kept for a plan that is open, though its sheet was closed', async () => {
    const { desk, sheet } = await closed();
    await expect(desk.call('sheets.check', { sheet })).rejects.toMatchObject({ code: 'not-found' });
    expect(await desk.call('changesets.queue', { plan: sheet })).toMatchObject({
      queued: 1,
      left: 0,
    });
    expect(await rowsOf(desk, sheet)).toMatchObject([{ outcome: 'new' }]);
    // The picture waits to be sent, and the sheet is not needed any more.
    expect(copies(desk)).toHaveLength(1);
  });

  it('are let go of with the plan, and with Cabinet', async () => {
    const [closing, ending] = [await closed(), await closed()];
    expect(copies(closing.desk)).toHaveLength(2);
    await closing.desk.call('changesets.close', { plan: closing.sheet });
    expect(copies(closing.desk)).toEqual([]);
    await ending.desk.core.close();
    expect(copies(ending.desk)).toEqual([]);
  });
});
