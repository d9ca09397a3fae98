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
  'profiles/default/staged/0123',
  'profiles/default/plans/1/0123',
  'logs/cabinet.log',
  'demo-service/data',
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
  it.runIf(process.getuid?.() === 0)(
    'is refused where it is their link to a folder of mine',
    () => {
      const [mine, dataDir] = [privateFolder(), path.join(tempFolder(), 'data')];
      fs.chmodSync(mine, 0o755);
      fs.symlinkSync(mine, dataDir);
      expect(failureOf(dataDir)).toBeNull();
      fs.chmodSync(mine, 0o755);
      fs.lchownSync(dataDir, 65_534, 65_534);
      expect(failureOf(dataDir)).toMatchObject({ code: 'state', message: /another user/ });
      expect(fs.statSync(mine).mode & 0o777).toBe(0o755);
    },
  );

  it.each(PLACES)('leaves alone what %s leads to as a link', (name) => {
    const [mine, { dataDir, place }] = [privateFolder(), folderWith(name)];
    fs.symlinkSync(mine, place);
    expect(failureOf(dataDir)).toMatchObject(LINK);
    expect(fs.readFileSync(path.join(mine, 'inner', 'file'), 'utf8')).toBe('mine');
  });

  it
    .skipIf(process.platform === 'win32')
    .each([
      'profiles/default/restore.request',
      'profiles/default/backups/work-2026-03-02T08-00-00-000Z.db',
    ])('is refused at once with a pipe in it: %s', (name) => {
    const { dataDir, place } = folderWith(name);
    execFileSync('mkfifo', [place]);
    expect(failureOf(dataDir)).toMatchObject(LINK);
  });

  it.skipIf(process.platform === 'win32').each(['pipe', 'link', 'large file'])(
    'is refused at once where a %s is the note of its place',
    (what) => {
      const { dataDir, place } = folderWith('moved.json');
      if (what === 'pipe') execFileSync('mkfifo', [place]);
      else if (what === 'link') fs.symlinkSync('/dev/zero', place);
      else fs.writeFileSync(place, ' '.repeat(70_000) + JSON.stringify({ to: 'x', generation: 1 }));
      expect(failureOf(dataDir)).toMatchObject({ code: 'damaged' });
    },
  );

  it('opens without the backup where the request for it is a large file', async () => {
    const { dataDir, place } = folderWith('profiles/default/restore.request');
    fs.writeFileSync(place, '');
    fs.truncateSync(place, 1_900_000_000);
    const core = openCore(testPlatform(dataDir));
    const { notices } = await core.call('status.get', {});
    await core.close();
    expect(notices.map(({ code }) => code)).toEqual(['backup-not-put-back']);
    expect(fs.existsSync(place)).toBe(false);
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
