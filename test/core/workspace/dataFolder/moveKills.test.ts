import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { moveData, settleArrival } from '#core/workspace/dataFolder/move.ts';
import { followMoves } from '#core/workspace/dataFolder/place.ts';
import type { Disk, Files } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { CODES, codesIn, filledFolder } from './dataFolders.ts';

class Killed extends Error {}

/** The disk as it is, whose call number `at` fails; after a kill no later one works either. */
function failingDisk(at: number, how: 'kill' | 'error'): { disk: Disk; calls: () => number } {
  let calls = 0;
  const touch = () => {
    calls += 1;
    if (calls === at || (how === 'kill' && calls > at))
      throw how === 'kill'
        ? new Killed()
        : Object.assign(new Error('EIO: failed'), { code: 'EIO' });
  };
  const watched = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          // The system closes the files that a killed process left open.
          if (name !== 'close') touch();
          const result: unknown = Reflect.apply(value, of, given);
          return result instanceof Promise
            ? result.then((each: unknown) => (isHandle(each) ? watched(each) : each))
            : result;
        };
      },
    });
  const files: Files = { ...watched<Files>(systemDisk.files), promises: watched(fs.promises) };
  const sync = watched<Files>(systemDisk.files);
  const disk: Disk = {
    files: new Proxy(files, {
      get: (of, name) => (name === 'promises' ? of.promises : (Reflect.get(sync, name) as unknown)),
    }),
    openDatabase: (file, options) => {
      touch();
      return systemDisk.openDatabase(file, options);
    },
  };
  return { disk, calls: () => calls };
}

function isHandle(value: unknown): value is fs.promises.FileHandle {
  return typeof value === 'object' && value !== null && 'sync' in value;
}

/**
 * Returns a data folder without the files that Cabinet can rebuild, to keep files and calls few.
 */
async function smallFolder(): Promise<string> {
  const from = await filledFolder();
  fs.rmSync(path.join(from, 'profiles', 'other'), { recursive: true });
  for (const name of ['cache.db', 'files.db', 'backups', 'instance.lock'])
    fs.rmSync(path.join(from, 'profiles', 'default', name), { recursive: true, force: true });
  return from;
}

describe('a move that ends early', () => {
  /** Moves a copy of the template over a disk that fails; gives how many calls a whole move takes. */
  async function moveOver(template: string, at: number, how: 'kill' | 'error') {
    const root = tempFolder();
    const [from, to] = [path.join(root, 'data'), path.join(root, 'place')];
    fs.cpSync(template, from, { recursive: true });
    const { disk, calls } = failingDisk(at, how);
    await moveData(disk, from, to).catch(() => undefined);
    return { from, to, calls: calls() };
  }

  it.each([
    ['a kill', 'kill'],
    ['an error', 'error'],
  ] as const)(
    'by %s at any call leaves one folder in use, whole, and can be done again',
    async (_name, how) => {
      const template = await smallFolder();
      const { calls } = await moveOver(template, Infinity, how);
      expect(calls).toBeGreaterThan(100);
      const ends = { old: 0, new: 0 };
      for (let at = 1; at <= calls; at += 1) {
        const { from, to } = await moveOver(template, at, how);
        const inUse = followMoves(fs, from);
        ends[inUse === from ? 'old' : 'new'] += 1;
        settleArrival(fs, inUse);
        const other = inUse === from ? to : from;
        if (fs.existsSync(path.join(other, 'profiles')))
          expect(() => openCore(testPlatform(other)), `call ${at}`).toThrow(
            /moved to|unfinished copy/,
          );
        if (at % 10 === 0) expect(await codesIn(inUse), `call ${at}`).toEqual(CODES);
        if (inUse === from && at % 10 === 5) await moveData(systemDisk, from, to);
        if (inUse === to || at % 10 === 5) expect(await codesIn(to), `call ${at}`).toEqual(CODES);
      }
      expect(ends.old).toBeGreaterThan(50);
      expect(ends.new).toBeGreaterThan(3);
    },
    300_000,
  );
});
