import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { openCore } from '#core/app/core.ts';
import { computerKey, systemDisk } from '#core/app/nodePlatform.ts';
import { noteSignedInHere, wasSignedInHere } from '#core/workspace/signedInHere.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const diskOf = (letter: string): Disk => ({
  ...systemDisk,
  computerKey: () => Buffer.alloc(32, letter),
});

/** A data folder on a stick: its files keep their inodes and times on every computer. */
function stick() {
  const dataDir = tempFolder();
  const open = (disk: Disk) => {
    const core = openCore(testPlatform(dataDir, { disk }));
    onTestFinished(() => core.close());
    return core;
  };
  return { dataDir, open };
}

const OWN = {
  proxy: 'http://proxy.example:3128',
  proxyUser: 'jan',
  rememberPassword: 'on',
} as const;
const NONE = { proxy: 'system', proxyUser: '', rememberPassword: 'off' };

describe('R14: a data folder that a stranger used on another computer', () => {
  it('brings neither a proxy nor the storing of passwords', async () => {
    const { open } = stick();
    const theirs = open(diskOf('a'));
    await theirs.call('settings.set', { values: OWN });
    await theirs.close();
    const mine = open(diskOf('b'));
    expect(await mine.call('settings.get', {})).toMatchObject(NONE);
    await mine.call('settings.set', { values: { rememberPassword: 'on' } });
    await mine.close();
    const again = open(diskOf('b'));
    expect(await again.call('settings.get', {})).toMatchObject({ ...NONE, rememberPassword: 'on' });
  });

  it('keeps both on the same computer', async () => {
    const { open } = stick();
    const first = open(diskOf('a'));
    await first.call('settings.set', { values: OWN });
    await first.close();
    expect(await open(diskOf('a')).call('settings.get', {})).toMatchObject(OWN);
  });

  it('keeps neither without a key, as a stranger could have written them', async () => {
    const { open } = stick();
    const without: Disk = { ...systemDisk, computerKey: () => null };
    const first = open(without);
    await first.call('settings.set', { values: OWN });
    expect(await first.call('settings.get', {})).toMatchObject(OWN);
    await first.close();
    expect(await open(without).call('settings.get', {})).toMatchObject(NONE);
  });

  it('does not count as signed in here', () => {
    const folder = tempFolder();
    const file = path.join(folder, 'work.db');
    fs.writeFileSync(file, '');
    const notes = new Map<string, string>();
    const meta = {
      get: (key: string) => notes.get(key) ?? null,
      set: (key: string, value: string) => void notes.set(key, value),
      remove: (key: string) => void notes.delete(key),
    };
    const place = (disk: Disk) =>
      ({ platform: { disk }, meta, folder }) as unknown as Parameters<typeof noteSignedInHere>[0];
    const isHere = (letter: string) => wasSignedInHere(place(diskOf(letter)));
    noteSignedInHere(place(diskOf('a')));
    expect([isHere('a'), isHere('b')]).toEqual([true, false]);
    // The mark of earlier versions, which anybody could write.
    const { ino, birthtimeNs } = fs.statSync(file, { bigint: true });
    notes.set('signedIn:here', `${ino} ${birthtimeNs}`);
    expect(isHere('b')).toBe(false);
    // A copy beside it.
    noteSignedInHere(place(diskOf('b')));
    fs.renameSync(file, `${file}-old`);
    fs.copyFileSync(`${file}-old`, file);
    expect(isHere('b')).toBe(false);
    noteSignedInHere(place({ ...systemDisk, computerKey: () => null }));
    expect(notes.size).toBe(0);
  });
});

describe('the key of this computer', () => {
  it('is made once, private, and of no use to another user', () => {
    const folder = path.join(tempFolder(), 'config', 'cabinet');
    const key = computerKey(folder, () => 'me');
    expect(key).toHaveLength(32);
    expect(computerKey(folder, () => 'me')).toEqual(key);
    expect(computerKey(folder, () => 'you')).not.toEqual(key);
    expect(fs.readdirSync(folder)).toEqual(['key']);
    expect(fs.statSync(path.join(folder, 'key')).mode & 0o077).toBe(0);
  });

  it('is null where it cannot be written', () => {
    const file = path.join(tempFolder(), 'file');
    fs.writeFileSync(file, '');
    expect(computerKey(path.join(file, 'cabinet'), () => 'me')).toBeNull();
  });
});
