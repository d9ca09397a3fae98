import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openWriter } from '#core/app/writer.ts';
import { PNG } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Returns a disk whose syncs fail, and that counts open files. */
function failing() {
  let open = 0;
  const { promises } = systemDisk.files;
  const files: Disk['files'] = {
    ...systemDisk.files,
    promises: {
      ...promises,
      open: async (...given) => {
        const file = await promises.open(...given);
        open += 1;
        const close = file.close.bind(file);
        return Object.assign(file, {
          sync: () =>
            Promise.reject(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })),
          close: () => {
            open -= 1;
            return close();
          },
        });
      },
    },
  };
  return { disk: { ...systemDisk, files }, left: () => open };
}

it('a copy that cannot be written down is let go of, and its file is closed', async () => {
  const { disk, left } = failing();
  const root = tempFolder();
  const { handlers, ws, close } = openWriter(
    testPlatform(path.join(root, 'data'), { disk }),
    () => {},
  );
  onTestFinished(close);
  const source = path.join(root, 'a.png');
  fs.writeFileSync(source, PNG);
  await expect((async () => handlers['files.stage']({ path: source }))()).rejects.toMatchObject({
    code: 'EIO',
  });
  expect(left()).toBe(0);
  expect(fs.readdirSync(path.join(ws.folder, 'staged'))).toEqual([]);
});
