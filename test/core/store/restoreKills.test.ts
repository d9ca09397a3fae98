import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** A profile with a backup of one record that waits, and work with two of which the second lies in the log alone. */
async function profileCutOff() {
  const clock = testClock();
  const platform = testPlatform(tempFolder(), { clock });
  const folder = path.join(platform.dataDir, 'profiles', 'default');
  const work = path.join(folder, 'work.db');
  const add = (core: ReturnType<typeof openCore>, code: string) =>
    core.call('records.create', { kind: 'edge-bands', values: { code, name: code }, files: [] });
  const first = openCore(platform);
  await add(first, 'A1');
  await first.close();
  const backups = path.join(folder, 'backups');
  const [backup = ''] = fs.readdirSync(backups);
  clock.advance(60_000);
  const second = openCore(platform);
  await add(second, 'A2');
  const kept = tempFolder();
  for (const suffix of ['', '-wal']) fs.copyFileSync(work + suffix, path.join(kept, `w${suffix}`));
  await second.close();
  for (const name of fs.readdirSync(backups))
    if (name !== backup) fs.rmSync(path.join(backups, name));
  for (const suffix of ['', '-wal']) fs.copyFileSync(path.join(kept, `w${suffix}`), work + suffix);
  clock.advance(60_000);
  return { platform, folder, work, backup };
}

/** A disk whose process ends at a rename: before it or right behind it. */
function endingAt(at: number, isDone: boolean) {
  let count = 0;
  let ended = false;
  const renameSync: Disk['files']['renameSync'] = (from, to) => {
    const isLast = ++count === at;
    if (!isLast || isDone) systemDisk.files.renameSync(from, to);
    ended ||= isLast;
    if (isLast) throw new Error('killed');
  };
  const disk: Disk = { ...systemDisk, files: { ...systemDisk.files, renameSync } };
  return { disk, ended: () => ended };
}

const codesIn = (file: string): unknown[] => {
  const codes: unknown[] = [];
  openDatabase(file, (db) =>
    codes.push(...db.prepare('SELECT key FROM entity ORDER BY key').pluck().all()),
  );
  return codes;
};

const CUTS = [1, 2, 3].flatMap((at) => [
  [at, false],
  [at, true],
]) as [number, boolean][];

describe('a kill while a backup is put back', () => {
  it.each(CUTS)('at rename %i (done: %s) loses nothing of what it replaces', async (at, isDone) => {
    const { platform, folder, work, backup } = await profileCutOff();
    fs.writeFileSync(path.join(folder, 'restore.request'), backup);
    const { disk, ended } = endingAt(at, isDone);
    expect(() => openCore({ ...platform, disk })).toThrow('killed');
    expect(ended()).toBe(true);
    platform.clock.advance(60_000);
    const core = openCore(platform);
    onTestFinished(() => core.close());
    const { operations } = await core.call('outbox.list', {});
    expect(operations.map(({ key }) => key)).toEqual(['A1']);
    const aside = fs.readdirSync(folder).filter((name) => /\.replaced-[^.]*Z$/.test(name));
    expect(aside.map((name) => codesIn(path.join(folder, name)))).toContainEqual(['A1', 'A2']);
    expect(fs.existsSync(work)).toBe(true);
    expect(fs.existsSync(path.join(folder, 'restore.request'))).toBe(false);
  });

  it.each(CUTS)('of damaged work at rename %i (done: %s), too', async (at, isDone) => {
    const { platform, folder, work } = await profileCutOff();
    fs.writeFileSync(work, 'no database');
    const log = fs.readFileSync(`${work}-wal`);
    const { disk } = endingAt(at, isDone);
    expect(() => openCore({ ...platform, disk })).toThrow('killed');
    platform.clock.advance(60_000);
    const core = openCore(platform);
    onTestFinished(() => core.close());
    const { operations } = await core.call('outbox.list', {});
    expect(operations.map(({ key }) => key)).toEqual(['A1']);
    const logs = fs.readdirSync(folder).filter((name) => /\.damaged-[^.]*Z-wal$/.test(name));
    expect(logs.map((name) => fs.readFileSync(path.join(folder, name)))).toEqual([log]);
  });
});

it('a log that was left without its work is kept by itself, and spoils nothing that was set aside before', async () => {
  const { platform, folder, work } = await profileCutOff();
  const earlier = `${work}.damaged-2026-01-01T00-00-00-000Z`;
  fs.renameSync(work, earlier);
  const core = openCore(platform);
  onTestFinished(() => core.close());
  const logs = fs.readdirSync(folder).filter((name) => /\.damaged-.*-wal$/.test(name));
  expect(logs).toHaveLength(1);
  expect(fs.existsSync(`${earlier}-wal`)).toBe(false);
});
