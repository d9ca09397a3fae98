import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Returns a disk that cannot remove files of these folders, as with a virus scanner. */
function lockedDisk(...folders: readonly string[]): typeof systemDisk {
  const rmSync: typeof fs.rmSync = (file, options) => {
    const parts = String(file).split(path.sep);
    if (folders.some((each) => parts.includes(each)))
      throw Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' });
    fs.rmSync(file, options);
  };
  return { ...systemDisk, files: { ...systemDisk.files, rmSync } };
}

it('starts and ends while files that nobody needs any more cannot be removed', async () => {
  const folder = tempFolder();
  const open = (disk = systemDisk) =>
    openCore({ ...testPlatform(path.join(folder, 'data')), disk });
  const locked = lockedDisk('plans', 'downloads', 'staged');
  const first = open(locked);
  const sheet = path.join(folder, 'sheet.csv');
  fs.writeFileSync(sheet, 'kod;name\nZ-1;Zawias\n');
  const { file } = await first.call('files.stage', { path: sheet });
  await first.call('sheets.open', { kind: 'fittings', file });
  await first.close();
  const plans = path.join(folder, 'data', 'profiles', 'default', 'plans');
  expect(fs.readdirSync(plans)).not.toEqual([]);
  await open(locked).close();
  await open().close();
  expect(fs.readdirSync(plans)).toEqual([]);
});
