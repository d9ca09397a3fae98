import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { moveData } from '#core/workspace/dataFolder/move.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { CODES, codesIn, filledFolder } from './dataFolders.ts';

it('a drive that is not there is no place for the data, and is not looked for without an end', async () => {
  const from = await filledFolder();
  const to = path.join(tempFolder(), 'drive', 'cabinet');
  const drive = path.parse(to).root;
  let asked = 0;
  // As where a drive is named that this computer does not have: its root is no folder either.
  const files = {
    ...systemDisk.files,
    existsSync: (place: string) => {
      if (place !== drive && !to.startsWith(place)) return systemDisk.files.existsSync(place);
      if (++asked > 1000) throw new Error('looked for without an end');
      return false;
    },
  };
  await expect(moveData({ ...systemDisk, files }, from, to)).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(await codesIn(from)).toEqual(CODES);
});

it.runIf(process.getuid?.() === 0)(
  'data are not moved to a folder of another account',
  async () => {
    const [from, to] = [await filledFolder(), tempFolder()];
    fs.chownSync(to, 65_534, 65_534);
    await expect(moveData(systemDisk, from, to)).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('another user') as string,
    });
    expect(fs.readdirSync(to)).toEqual([]);
    expect(await codesIn(from)).toEqual(CODES);
  },
);

it.runIf(process.platform === 'linux')(
  'data are not moved into the state of the system',
  async () => {
    const from = await filledFolder();
    await expect(moveData(systemDisk, from, '/proc/cabinet')).rejects.toMatchObject({
      details: { issues: [{ place: 'folder', value: '/proc/cabinet', expected: 'a folder' }] },
    });
    expect(await codesIn(from)).toEqual(CODES);
  },
);
