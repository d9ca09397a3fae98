import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openDesk, PNG } from '../../../support/desk.ts';

/**
 * Returns a disk that records which files were synced before they were renamed.
 *
 * `told` lists names of files that were renamed without a sync, and could be lost in a power cut.
 */
function watched() {
  const synced = new Set<string>();
  const told: string[] = [];
  const whole: string[] = [];
  const { promises } = systemDisk.files;
  const files: Disk['files'] = {
    ...systemDisk.files,
    promises: {
      ...promises,
      open: async (name, ...given) => {
        const file = await promises.open(name, ...given);
        const sync = file.sync.bind(file);
        return Object.assign(file, {
          sync: () => {
            synced.add(name);
            return sync();
          },
        });
      },
      rename: async (from, to) => {
        (synced.delete(from) ? whole : told).push(path.basename(to));
        await promises.rename(from, to);
      },
    },
  };
  return { disk: { ...systemDisk, files }, told, whole, synced };
}

it('what waits is on the disk when it was exported: a person may discard it then', async () => {
  const { disk, told, synced } = watched();
  const desk = await openDesk({}, disk);
  await desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-110',
    values: { price: '9.20' },
    files: [],
  });
  const to = path.join(desk.folder, 'outbox.zip');
  expect(await desk.call('outbox.export', { to })).toMatchObject({ operations: 1 });
  expect(told).toEqual([]);
  expect(synced).toContain(desk.folder);
});

it('a plan that was saved as a manifest is on the disk with its files: a person may remove it then', async () => {
  const { disk, told, whole } = watched();
  const desk = await openDesk({}, disk);
  const field = 'images';
  const given = { path: desk.file('f.png', PNG), kind: 'fittings', field } as const;
  const { file } = await desk.call('files.stage', given);
  const part = {
    part: 'one',
    kind: 'fittings' as const,
    values: { kod: 'N-1', name: 'N' },
    files: [{ field, file, name: 'f.png' }],
    use: null,
  };
  const { plan } = await desk.call('productDrafts.save', {
    plan: null,
    name: 'Szafa',
    draft: { parts: [part] },
  });
  const to = path.join(desk.folder, 'manifest', 'manifest.json');
  fs.mkdirSync(path.dirname(to));
  expect(await desk.call('productDrafts.saveManifest', { plan, to })).toMatchObject({ files: 1 });
  expect(told).toEqual([]);
  expect(whole).toEqual(['f.png', 'manifest.json']);
  expect(fs.readFileSync(path.join(path.dirname(to), 'f.png'))).toEqual(PNG);
});
