import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { lockInstance } from '#core/workspace/instanceLock.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** A profile in which one record waits for each code, each of a sitting of its own, a minute apart. */
async function profileWith(...codes: readonly string[]) {
  const clock = testClock();
  const platform = testPlatform(tempFolder(), { clock });
  const folder = path.join(platform.dataDir, 'profiles', 'default');
  for (const code of codes) {
    const core = openCore(platform);
    await core.call('records.create', {
      kind: 'edge-bands',
      values: { code, name: code },
      files: [],
    });
    await core.close();
    clock.advance(60_000);
  }
  const open = () => {
    const core = openCore(platform);
    onTestFinished(() => core.close());
    return core;
  };
  return { platform, folder, open, work: path.join(folder, 'work.db') };
}

async function waitingIn(core: Core) {
  const { operations } = await core.call('outbox.list', {});
  return operations.map(({ key }) => key);
}

async function noticesOf(core: Core) {
  return (await core.call('status.get', {})).notices.map(({ code }) => code);
}

const newestBackup = (folder: string) =>
  path.join(folder, 'backups', fs.readdirSync(path.join(folder, 'backups')).sort().at(-1) ?? '');

const spoil = (file: string) =>
  openDatabase(file, (db) => db.exec(`UPDATE operation SET patch = '{"code":' WHERE seq = 1`));

/** Simulates flipped bits in the schema table, which leave every page of the database valid. */
const rename = (file: string, from: string, to: string) =>
  openDatabase(file, (db) => {
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    db.prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?)').run(from, to);
  });

describe('what is damaged', () => {
  it('is not put back from a backup that is damaged in the same way', async () => {
    const { folder, work, open } = await profileWith('A1', 'A2');
    spoil(work);
    spoil(newestBackup(folder));
    const core = open();
    expect(await waitingIn(core)).toEqual(['A1']);
    expect(await noticesOf(core)).toEqual(['work-restored']);
  });

  it('is work of which the layout is damaged: a backup takes its place, and the mirror stays', async () => {
    const { folder, work, open } = await profileWith('A1');
    rename(work, 'created_at', 'creatfd_at');
    const core = open();
    expect(await waitingIn(core)).toEqual(['A1']);
    expect(await noticesOf(core)).toEqual(['work-restored']);
    expect(fs.readdirSync(folder).filter((each) => each.startsWith('cache.db.'))).toEqual([]);
  });

  it('is what was known of files: it is begun anew, and nothing else is', async () => {
    const { folder, open } = await profileWith('A1');
    rename(path.join(folder, 'files.db'), 'next_at', 'nexs_at');
    const core = open();
    expect(await waitingIn(core)).toEqual(['A1']);
    expect(await noticesOf(core)).toEqual([]);
    expect(fs.readdirSync(folder).filter((each) => each.startsWith('cache.db.'))).toEqual([]);
  });

  it('is the lock: nobody is told of another Cabinet that there is not', async () => {
    const { folder, open } = await profileWith('A1');
    fs.writeFileSync(path.join(folder, 'instance.lock'), 'x'.repeat(4096));
    expect(await waitingIn(open())).toEqual(['A1']);
    expect(() => lockInstance(systemDisk, folder)).toThrow('open in another Cabinet window');
  });

  it('is the folder, of which only the backups are left', async () => {
    const { folder, open } = await profileWith('A1');
    for (const name of fs.readdirSync(folder))
      if (name !== 'backups') fs.rmSync(path.join(folder, name), { recursive: true });
    const core = open();
    expect(await waitingIn(core)).toEqual(['A1']);
    expect(await noticesOf(core)).toEqual(['work-restored']);
  });
});

describe('a disk without room for a backup that is wanted back', () => {
  it('keeps the work as it is, and no piece of the copy', async () => {
    const { platform, folder, work, open } = await profileWith('A1');
    const request = path.join(folder, 'restore.request');
    fs.writeFileSync(request, path.basename(newestBackup(folder)));
    const copyFileSync = (_from: string, to: string) => {
      fs.writeFileSync(to, 'a piece');
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    const disk = { ...systemDisk, files: { ...systemDisk.files, copyFileSync } };
    expect(() => openCore({ ...platform, disk })).toThrow('ENOSPC');
    expect(fs.existsSync(`${work}.part`)).toBe(false);
    fs.rmSync(request);
    expect(await waitingIn(open())).toEqual(['A1']);
  });
});

describe('a folder that may not be written to', () => {
  it('is told as that', async () => {
    const { platform, folder } = await profileWith('A1');
    const openReadOnly: Disk['openDatabase'] = (file, options) =>
      systemDisk.openDatabase(file, { ...options, readonly: true });
    const disk = { ...systemDisk, openDatabase: openReadOnly };
    expect(() => openCore({ ...platform, disk })).toThrow(`cannot write to ${folder}`);
  });
});
