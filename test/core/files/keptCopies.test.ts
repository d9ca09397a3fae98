import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { undo } from '../../support/sheets.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const DAY = 86_400_000;
const folderOf = (desk: TestWorkstation) =>
  path.join(desk.folder, 'data', 'profiles', 'default', 'staged');
const copies = (desk: TestWorkstation) => fs.readdirSync(folderOf(desk));
const stage = (
  desk: TestWorkstation,
  name: string,
  kind: Kind,
  field: string,
  bytes: Buffer = PNG,
) => desk.call('files.stage', { path: desk.file(name, bytes), kind, field });

const TAKEN = new Date('2026-01-01');

/** Lets days pass, and starts anew. */
async function daysLater(desk: TestWorkstation, days: number): Promise<void> {
  for (const name of copies(desk)) fs.utimesSync(path.join(folderOf(desk), name), TAKEN, TAKEN);
  desk.clock.advance(days * DAY);
  await desk.restart();
}

/** Begins a product with a part that has a picture. */
async function planWith(desk: TestWorkstation, kind: Kind, field: string, name: string) {
  const { file } = await stage(desk, name, kind, field);
  const part = { part: 'one', kind, values: {}, files: [{ field, file, name }], use: null };
  const { plan } = await desk.call('productDrafts.save', {
    plan: null,
    name: 'Szafa',
    draft: { parts: [part] },
  });
  return { plan, file };
}

describe('the copy of a file', () => {
  it('stays as long as a plan that is not queued yet names it', async () => {
    const desk = await openDesk();
    await planWith(desk, 'fittings', 'images', 'f.png');
    await daysLater(desk, 8);
    expect(copies(desk)).toHaveLength(1);
  });

  it('stays with a plan at the next start, though it is called like a sheet', async () => {
    const desk = await openDesk();
    await planWith(desk, 'products', 'modelPath', 'szafa.json');
    await desk.restart();
    expect(copies(desk)).toHaveLength(1);
  });

  it('is not given back while a plan names it', async () => {
    const desk = await openDesk();
    const { file } = await planWith(desk, 'fittings', 'images', 'f.png');
    await desk.call('files.unstage', { files: [file] });
    expect(copies(desk)).toHaveLength(1);
  });

  it('stays while the removal that took the place of its change is not sent: Undo needs it', async () => {
    const desk = await openDesk();
    const { file } = await stage(desk, 'a.png', 'fittings', 'images');
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: {},
      files: [{ field: 'images', file }],
    });
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    await daysLater(desk, 30);
    await undo(desk);
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    expect(desk.service.state.files()).toHaveLength(1);
  });

  it('stays for a week behind what was sent last and a week behind the start that saw so, and then goes', async () => {
    const desk = await openDesk();
    const { file } = await stage(desk, 'a.png', 'fittings', 'images');
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: {},
      files: [{ field: 'images', file }],
    });
    await daysLater(desk, 30);
    await desk.push();
    await daysLater(desk, 6);
    expect(copies(desk)).toHaveLength(1);
    await daysLater(desk, 2);
    await daysLater(desk, 6);
    expect(copies(desk)).toHaveLength(1);
    await daysLater(desk, 2);
    // The backup of the first start could send it once more.
    expect(copies(desk)).toHaveLength(1);
    fs.rmSync(path.join(folderOf(desk), '..', 'backups'), { recursive: true });
    await daysLater(desk, 2);
    expect(copies(desk)).toEqual([]);
  });

  it('stays where the clock is set ahead by a year and back, before and behind what was sent', async () => {
    const desk = await openDesk();
    const { file } = await stage(desk, 'a.png', 'fittings', 'images');
    await daysLater(desk, 365);
    expect(copies(desk)).toHaveLength(1);
    await daysLater(desk, -364);
    const files = [{ field: 'images', file }];
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-155', values: {}, files });
    await desk.push();
    await daysLater(desk, 365);
    expect(copies(desk)).toHaveLength(1);
    await daysLater(desk, -365);
    await daysLater(desk, 6);
    expect(copies(desk)).toHaveLength(1);
  });

  it('stays where it was used again since it was seen to be needed by nothing', async () => {
    const desk = await openDesk();
    const { file } = await stage(desk, 'a.png', 'fittings', 'images');
    await daysLater(desk, 8);
    const files = [{ field: 'images', file }];
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-155', values: {}, files });
    await desk.push();
    await daysLater(desk, 365);
    expect(copies(desk)).toHaveLength(1);
  });

  it('which was taken while the clock was behind stays for as long as any other', async () => {
    const desk = await openDesk();
    await stage(desk, 'a.png', 'fittings', 'images');
    await daysLater(desk, 2 * 365);
    await daysLater(desk, 6);
    expect(copies(desk)).toHaveLength(1);
  });

  it('is there where the same bytes are given back while they are taken once more', async () => {
    const { disk } = nodePlatform({ dataDir: tempFolder(), log: () => undefined });
    let between: (() => Promise<unknown>) | null = null;
    const open: typeof disk.files.promises.open = async (file, ...rest) => {
      const work = between;
      if (path.basename(file) === 'staged' && work !== null) {
        between = null;
        await work();
      }
      return disk.files.promises.open(file, ...rest);
    };
    const promises = { ...disk.files.promises, open };
    const desk = await openDesk({}, { ...disk, files: { ...disk.files, promises } });
    const { file } = await stage(desk, '1.png', 'fittings', 'images');
    between = () => desk.call('files.unstage', { files: [file] });
    await stage(desk, '2.png', 'fittings', 'images');
    expect(between).toBeNull();
    expect(copies(desk)).toHaveLength(1);
  });
});
