import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const LINK = { code: 'state', details: { why: { code: 'data-link' } } };
const PLACES = [
  'profiles',
  'secrets',
  'logs',
  'profiles/default',
  ...['plans', 'assets', 'thumbs', 'staged', 'backups', 'work.db', 'cache.db'].map(
    (name) => `profiles/default/${name}`,
  ),
];

/** Returns a folder with a file that must stay. */
function privateFolder(): string {
  const folder = tempFolder();
  fs.mkdirSync(path.join(folder, 'inner'));
  fs.writeFileSync(path.join(folder, 'inner', 'file'), 'mine');
  return folder;
}

function folderWith(name: string): { readonly dataDir: string; readonly place: string } {
  const dataDir = path.join(tempFolder(), 'data');
  const place = path.join(dataDir, name);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  return { dataDir, place };
}

function failureOf(dataDir: string): unknown {
  try {
    openCore(testPlatform(dataDir));
    return null;
  } catch (error) {
    return error;
  }
}

describe('a data folder that another person gave', () => {
  it.each(PLACES)('leaves alone what %s leads to as a link', (name) => {
    const [mine, { dataDir, place }] = [privateFolder(), folderWith(name)];
    fs.symlinkSync(mine, place);
    expect(failureOf(dataDir)).toMatchObject(LINK);
    expect(fs.readFileSync(path.join(mine, 'inner', 'file'), 'utf8')).toBe('mine');
  });

  it.skipIf(process.platform === 'win32')('is refused at once with a pipe in it', () => {
    const { dataDir, place } = folderWith('profiles/default/restore.request');
    execFileSync('mkfifo', [place]);
    expect(failureOf(dataDir)).toMatchObject(LINK);
  });

  it.runIf(process.getuid?.() === 0).each(['profiles/default/work.db', 'secrets/key'])(
    'is refused with a file %s of another user',
    (name) => {
      const { dataDir, place } = folderWith(name);
      fs.writeFileSync(place, '');
      fs.chownSync(place, 12_345, 0);
      expect(failureOf(dataDir)).toMatchObject({ code: 'state' });
    },
  );
});
