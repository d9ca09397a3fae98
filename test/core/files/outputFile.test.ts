import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { writeStream } from '#core/files/outputFile.ts';
import type { Files } from '#core/platform/disk.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** Replaces each new draft by a link as soon as it is created, as another user of the folder may. */
function exchanging(to: string): Files {
  const { files } = systemDisk;
  const open: Files['promises']['open'] = async (file, flags, mode) => {
    const opened = await files.promises.open(file, flags, mode);
    if (flags === 'wx') {
      fs.rmSync(file);
      fs.symlinkSync(to, file);
    }
    return opened;
  };
  return { ...files, promises: { ...files.promises, open } };
}

describe('a file that is written for a person', () => {
  it('is never written through a link that takes the place of its draft', async () => {
    const folder = tempFolder();
    const own = path.join(folder, 'own.txt');
    fs.writeFileSync(own, 'mine');
    const target = path.join(folder, 'export.csv');
    const writing = writeStream(exchanging(own), Readable.from(['a', Buffer.from('b')]), target);
    await expect(writing).rejects.toMatchObject({ code: 'state' });
    expect(fs.readFileSync(own, 'utf8')).toBe('mine');
    expect(fs.readdirSync(folder)).toEqual(['own.txt']);
  });

  it('holds all of its stream', async () => {
    const target = path.join(tempFolder(), 'export.csv');
    await writeStream(systemDisk.files, Readable.from(['a', Buffer.from('b'), 'ć']), target);
    expect(fs.readFileSync(target, 'utf8')).toBe('abć');
  });
});
