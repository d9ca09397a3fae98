import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { assetPath } from '#core/files/assets/place.ts';
import { stagedPath } from '#core/files/place.ts';
import { openWriter } from '#core/app/writer.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

it('work that names a foreign folder as a staged copy does not have it removed', async () => {
  const root = tempFolder();
  const { ws, handlers, close } = openWriter(testPlatform(path.join(root, 'data')), () => {});
  onTestFinished(close);
  const foreign = path.join(root, 'foreign');
  fs.mkdirSync(foreign);
  fs.writeFileSync(path.join(foreign, 'letter.txt'), 'mine');
  fs.mkdirSync(path.join(ws.folder, 'staged'), { recursive: true });
  const ways = [path.relative(path.join(ws.folder, 'staged'), foreign), '..', '.', ''];
  const insert = ws.work.prepare(
    "INSERT INTO staged(file, sha256, size, extension, name, source, staged_at) VALUES (?, ?, 1, '.png', 'a.png', '/a.png', 1)",
  );
  const files = ways.map((way, at) => {
    const file = `00000000-0000-7000-8000-00000000000${at}`;
    insert.run(file, way);
    return file;
  });
  await handlers['files.unstage']({ files });
  expect(fs.readFileSync(path.join(foreign, 'letter.txt'), 'utf8')).toBe('mine');
  expect(fs.existsSync(path.join(ws.folder, 'work.db'))).toBe(true);
  expect(fs.existsSync(path.join(ws.folder, 'staged'))).toBe(true);
});

it.each(['../../etc/passwd', '/etc/passwd', '..', '.', '', 'a/..'])(
  'the hash %j leads to no other folder',
  (hash) => {
    for (const file of [stagedPath('/data', hash), assetPath('/data', hash)])
      expect(path.dirname(path.dirname(file))).toBe('/data');
  },
);
