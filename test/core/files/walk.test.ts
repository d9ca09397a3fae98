import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { walk } from '#core/files/walk.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Makes files of a few bytes below a folder of the test. */
function folderWith(...files: readonly string[]): string {
  const root = path.join(tempFolder(), 'dropped');
  for (const each of files) {
    fs.mkdirSync(path.dirname(path.join(root, each)), { recursive: true });
    fs.writeFileSync(path.join(root, each), each);
  }
  return root;
}

describe('a walk through what was dropped', () => {
  it('finds every file with its folders, in the order of the names', async () => {
    const root = folderWith('a10.obj', 'a2.obj', 'textury/dąb.png');
    const { files, passedOver } = await walk(fs, [root]);
    expect(files.map(({ shown }) => shown)).toEqual([
      'dropped/a2.obj',
      'dropped/a10.obj',
      'dropped/textury/dąb.png',
    ]);
    expect(files[2]).toMatchObject({ name: 'dąb.png', size: Buffer.byteLength('textury/dąb.png') });
    expect(passedOver).toEqual([]);
  });

  it('takes files by themselves, each once', async () => {
    const root = folderWith('a.obj', 'b.obj');
    const file = path.join(root, 'a.obj');
    expect((await walk(fs, [file, file])).files.map(({ shown }) => shown)).toEqual(['a.obj']);
  });

  it('names what systems leave behind, and does not take it', async () => {
    const root = folderWith('.DS_Store', 'Thumbs.db', '__MACOSX/a.obj', 'a.obj');
    const { files, passedOver } = await walk(fs, [root]);
    expect(files.map(({ name }) => name)).toEqual(['a.obj']);
    expect(new Set(passedOver.map(({ why }) => why))).toEqual(new Set(['system']));
  });

  it('ends in a circle of links, and never leaves the folder by one', async () => {
    const root = folderWith('in/a.obj');
    const outside = folderWith('secret.obj');
    fs.symlinkSync(root, path.join(root, 'in', 'circle'));
    fs.symlinkSync(outside, path.join(root, 'out'));
    const { files, passedOver } = await walk(fs, [root]);
    expect(files.map(({ shown }) => shown)).toEqual(['dropped/in/a.obj']);
    expect(passedOver).toEqual([
      { shown: 'dropped/in/circle', why: 'link' },
      { shown: 'dropped/out', why: 'link' },
    ]);
  });

  it('follows a link that was dropped itself', async () => {
    const root = folderWith('a.obj');
    const link = path.join(path.dirname(root), 'link');
    fs.symlinkSync(root, link);
    expect((await walk(fs, [link])).files.map(({ shown }) => shown)).toEqual(['link/a.obj']);
  });

  it('names what is no file, is gone, or cannot be read', async () => {
    const root = folderWith('a.obj');
    const socket = path.join(root, 'loop');
    fs.symlinkSync(socket, socket);
    const { passedOver } = await walk(fs, [
      path.join(root, 'gone'),
      socket,
      '/dev/null',
      'relative',
    ]);
    expect(passedOver).toEqual([
      { shown: 'gone', why: 'unreadable' },
      { shown: 'loop', why: 'unreadable' },
      { shown: 'null', why: 'no-file' },
    ]);
  });

  it('ends in folders without end', async () => {
    const root = folderWith(`${'n/'.repeat(40)}a.obj`);
    const { files, passedOver } = await walk(fs, [root]);
    expect(files).toEqual([]);
    expect(passedOver.map(({ why }) => why)).toEqual(['too-deep']);
  });
});
