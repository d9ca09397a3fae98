import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { documentFolder, insideOf, leadsOutside, openInside } from '#core/files/inside.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { checkSheet } from '../../support/sheets.ts';

const SECRET = `${OBJ}# private\n`;

/** A manifest's folder with links, beside a folder of somebody else. */
async function openOutside(disk?: Disk) {
  const desk = await openDesk({}, disk);
  const folder = path.join(desk.folder, 'given');
  desk.file('private/model.obj', SECRET);
  desk.file('private/picture.png', PNG);
  desk.file('given/inside.obj', OBJ);
  desk.file('given/deep/inside.obj', OBJ);
  fs.symlinkSync(path.join(desk.folder, 'private', 'model.obj'), path.join(folder, 'link.obj'));
  fs.symlinkSync(path.join(desk.folder, 'private'), path.join(folder, 'way'));
  fs.symlinkSync('deep/inside.obj', path.join(folder, 'short.obj'));
  return { desk, folder };
}

const fitting = (model: string) => ({ kod: 'F-9', name: 'Uchwyt', price: '8.90', model });

async function expectNothingTaken(desk: TestWorkstation): Promise<void> {
  expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  const staged = path.join(desk.folder, 'data/profiles/default/staged');
  expect(fs.existsSync(staged) ? fs.readdirSync(staged) : []).toEqual([]);
}

const WAYS_OUT = [
  '../private/model.obj',
  'link.obj',
  'way/model.obj',
  'deep/../../private/model.obj',
];

describe('R11: a file that a manifest names', () => {
  it.each([...WAYS_OUT, 'absolute', '/etc/passwd', '../private/none.obj'])(
    'is refused with its place when it lies outside the folder: %s',
    async (way) => {
      const { desk, folder } = await openOutside();
      const model = way === 'absolute' ? path.join(desk.folder, 'private/model.obj') : way;
      const manifest = { fittings: [fitting(model)] };
      await expect(
        desk.call('productDrafts.addProduct', { manifest, folder }),
      ).rejects.toMatchObject({
        code: 'invalid',
        details: {
          issues: [
            {
              place: 'fittings[0].model',
              value: expect.stringContaining('lies outside the folder of the document'),
              expected: 'a file in that folder',
            },
          ],
        },
      });
      await expectNothingTaken(desk);
      const { skipped, draft } = await desk.call('productDrafts.fromManifest', {
        manifest,
        folder,
      });
      expect(skipped).toMatchObject([
        { path: model, text: expect.stringContaining('lies outside') },
      ]);
      expect(draft.parts[0]?.files).toEqual([]);
      await expectNothingTaken(desk);
    },
  );

  it.each(['inside.obj', './deep/inside.obj', 'short.obj', 'deep/../inside.obj', 'absolute'])(
    'is taken when it lies in the folder: %s',
    async (way) => {
      const { desk, folder } = await openOutside();
      const model = way === 'absolute' ? path.join(folder, 'inside.obj') : way;
      await desk.call('productDrafts.addProduct', {
        manifest: { fittings: [fitting(model)] },
        folder,
      });
      expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
    },
  );

  it('is taken when the folder itself is named through a link', async () => {
    const { desk, folder } = await openOutside();
    const link = path.join(desk.folder, 'link');
    fs.symlinkSync(folder, link);
    const manifest = { fittings: [fitting('inside.obj')] };
    const place = documentFolder(systemDisk.files, link);
    await desk.call('productDrafts.addProduct', { manifest, folder: place });
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
  });
});

/** A disk on which something happens once, in the moment before a file of that name is opened for its copy. */
function diskBefore(name: string, happens: (file: string) => void): Disk {
  let isOver = false;
  const { files } = systemDisk;
  const open: typeof files.promises.open = (file, flags, mode) => {
    if (!isOver && path.basename(file) === name) {
      isOver = true;
      happens(file);
    }
    return files.promises.open(file, flags, mode);
  };
  return { ...systemDisk, files: { ...files, promises: { ...files.promises, open } } };
}

describe('R11: a file that is swapped after it was checked', () => {
  it('is not staged when a link takes its place', async () => {
    const disk = diskBefore('inside.obj', (file) => {
      fs.rmSync(file);
      fs.symlinkSync(path.resolve(file, '../../private/model.obj'), file);
    });
    const { desk, folder } = await openOutside(disk);
    const manifest = { fittings: [fitting('inside.obj')] };
    await expect(desk.call('productDrafts.addProduct', { manifest, folder })).rejects.toMatchObject(
      {
        code: 'rejected-file',
      },
    );
    await expectNothingTaken(desk);
  });

  it('is not staged when a link takes the place of its folder, even for a moment', async () => {
    const disk = diskBefore('model.obj', (file) => {
      const deep = path.dirname(file);
      fs.renameSync(deep, `${deep}-aside`);
      fs.symlinkSync(path.resolve(deep, '../../private'), deep);
    });
    const { desk, folder } = await openOutside(disk);
    desk.file('given/deep/model.obj', OBJ);
    const manifest = { fittings: [fitting('deep/model.obj')] };
    await expect(desk.call('productDrafts.addProduct', { manifest, folder })).rejects.toMatchObject(
      {
        code: 'rejected-file',
        details: { issues: [{ place: 'fittings[0].model' }] },
      },
    );
    await expectNothingTaken(desk);
  });

  it.runIf(process.platform === 'linux')(
    'is not staged when its folder is exchanged at every look',
    async () => {
      const { desk, folder } = await openOutside();
      desk.file('given/deep/model.obj', OBJ);
      const deep = path.join(folder, 'deep');
      const [aside, link] = [path.join(folder, 'aside'), path.join(folder, 'link')];
      fs.symlinkSync(path.join(desk.folder, 'private'), link);
      let isLink = false;
      const exchange = (toLink: boolean) => {
        if (toLink === isLink) return;
        fs.renameSync(deep, toLink ? aside : link);
        fs.renameSync(toLink ? link : aside, deep);
        isLink = toLink;
      };
      const { files } = systemDisk;
      // The folder stands where names are resolved; the link where the file is opened and looked at.
      const looking =
        <A extends unknown[], R>(toLink: boolean, call: (...args: A) => R) =>
        (...args: A): R => {
          exchange(toLink);
          return call(...args);
        };
      const exchanged = {
        ...files,
        realpathSync: Object.assign(looking(false, files.realpathSync), files.realpathSync),
        statSync: looking(true, files.statSync) as typeof files.statSync,
        promises: { ...files.promises, open: looking(true, files.promises.open) },
      };
      const opened = await openInside(exchanged, path.join(folder, 'deep/model.obj'), folder);
      await opened?.close();
      expect(opened).toBeNull();
    },
  );

  it('is not taken for a row of a sheet when a link took its place since the check', async () => {
    const { desk, folder } = await openOutside();
    fs.writeFileSync(path.join(folder, 'nowy.png'), PNG);
    const sheet = 'kod;name;images\nN-1;A;nowy.png\n';
    const { plan, counts } = await checkSheet(desk, 'fittings', 'given/a.csv', sheet);
    expect(counts).toMatchObject({ new: 1, error: 0 });
    fs.rmSync(path.join(folder, 'nowy.png'));
    fs.symlinkSync(path.join(desk.folder, 'private/picture.png'), path.join(folder, 'nowy.png'));
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0 });
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});

describe('a file that becomes another one further in', () => {
  it('is refused as no text model behind its first pages', async () => {
    const { desk, folder } = await openOutside();
    const bytes = Buffer.concat([Buffer.alloc(2_000_000, `${OBJ}\n`), Buffer.alloc(8)]);
    fs.writeFileSync(path.join(folder, 'binary.obj'), bytes);
    const manifest = { fittings: [fitting('binary.obj')] };
    await expect(desk.call('productDrafts.addProduct', { manifest, folder })).rejects.toMatchObject(
      {
        code: 'rejected-file',
        details: { issues: [{ place: 'fittings[0].model', expected: 'an OBJ model' }] },
      },
    );
    await expectNothingTaken(desk);
  });
});

describe('R11: a plan that is saved as a manifest', () => {
  it('lays its files into the folder of the manifest, whatever their names', async () => {
    const { desk, folder } = await openOutside();
    const source = path.join(folder, 'inside.obj');
    const { file } = await desk.call('files.stage', { path: source, kind: 'fittings' });
    const files = [{ field: 'model', file, name: '../../escaped.obj' }];
    const values = { kod: 'F-9', name: 'Uchwyt' };
    const draft = { parts: [{ part: 'a', kind: 'fittings' as const, values, files, use: null }] };
    const { plan } = await desk.call('productDrafts.save', { plan: null, name: 'x', draft });
    const to = path.join(desk.folder, 'saved', 'deep');
    fs.mkdirSync(to, { recursive: true });
    await desk.call('productDrafts.saveManifest', { plan, to: path.join(to, 'plan.json') });
    expect(fs.readdirSync(to).toSorted()).toEqual(['escaped.obj', 'plan.json']);
    expect(fs.existsSync(path.join(desk.folder, 'escaped.obj'))).toBe(false);
  });
});

describe('R11: the folder of a document', () => {
  /** A stranger's folder that is exchanged for a link to a private one. */
  function exchange(folder: string, to: string): void {
    fs.renameSync(folder, `${folder}-before`);
    fs.symlinkSync(to, folder);
  }

  it('holds no file of the folder that a link has taken its place with since', async () => {
    const { desk, folder } = await openOutside();
    const secret = path.join(desk.folder, 'private');
    const place = documentFolder(systemDisk.files, folder);
    exchange(folder, secret);
    expect(await openInside(systemDisk.files, path.join(place, 'model.obj'), place)).toBeNull();
    expect(insideOf(systemDisk.files, place, 'model.obj')).toBeNull();
    expect(leadsOutside(systemDisk.files, place, path.join(place, 'model.obj'))).toBe(true);
    const manifest = { fittings: [fitting('model.obj')] };
    await expect(
      desk.call('productDrafts.addProduct', { manifest, folder: place }),
    ).rejects.toMatchObject({
      code: 'invalid',
    });
    await expectNothingTaken(desk);
  });

  it('of a sheet is the one that it was read from, also when a link takes its place', async () => {
    const { desk, folder } = await openOutside();
    const sheet = desk.file('given/a.csv', 'kod,name,price,images\nF-9,Uchwyt,8.90,picture.png\n');
    const { file } = await desk.call('files.stage', { path: sheet });
    exchange(folder, path.join(desk.folder, 'private'));
    const { sheet: id } = await desk.call('sheets.open', { kind: 'fittings', file });
    const { plan } = await desk.call('sheets.check', { sheet: id });
    const { rows } = await desk.call('changesets.rows', { plan, offset: 0, limit: 10 });
    expect(rows[0]?.issues).toMatchObject([
      { value: 'picture.png', expected: expect.stringContaining('in the folder of the sheet') },
    ]);
  });
});
