import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyHashed } from '#core/files/copyFile.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A disk that shares blocks: the copy comes with everything that the file has, its permissions too. */
const sharing = {
  ...fs,
  promises: {
    ...fs.promises,
    copyFile: (from: string, to: string) => fs.promises.copyFile(from, to),
  },
};

it.skipIf(process.platform === 'win32').each([0o444, 0o644])(
  'a copy of a file of permissions %i can be written down',
  async (mode) => {
    const source = path.join(folder, 'locked.png');
    const target = path.join(folder, 'copy');
    fs.writeFileSync(source, 'picture');
    fs.chmodSync(source, mode);
    expect(await copyHashed(sharing, source, target)).toMatchObject({ size: 7 });
    expect(fs.statSync(target).mode & 0o200).not.toBe(0);
  },
);
