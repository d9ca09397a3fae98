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
