import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { followUpdates, ReadyUpdate } from '../../src/main/updates.ts';
import type { Updater, UpdateSetup } from '../../src/main/updates.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const POLICY = { url: 'https://updates.example/cabinet', channel: 'latest' } as const;

/** Runs `looks` checks for updates; returns the calls of the updater. */
async function follow(changes: Partial<UpdateSetup> = {}, looks = 2) {
  const resources = tempFolder();
  fs.writeFileSync(path.join(resources, 'app-update.yml'), 'publisherName:\n  - Company\n');
  const stop = new AbortController();
  const told = { sleeps: [] as number[], log: [] as string[], ready: [] as string[] };
  const feeds: unknown[] = [];
  const listeners = new Map<string, (about: { version?: string; message?: string }) => void>();
  let loaded = 0;
  let checks = 0;
  const updater: Updater = {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    setFeedURL: (feed) => void feeds.push(feed),
    on: (event, listener) => listeners.set(event, listener),
    checkForUpdates: async () => {
      checks += 1;
      if (checks === 1) {
        listeners.get('error')?.({ message: 'no network' });
        throw new Error('no network');
      }
      if (checks === 2) {
        listeners.get('error')?.({ message: 'not the file that was named' });
        return { downloadPromise: Promise.reject(new Error('not the file that was named')) };
      }
      listeners.get('update-downloaded')?.({ version: '2.0.0' });
      return null;
    },
  };
  await followUpdates(
    {
      policy: POLICY,
      platform: 'win32',
      resources,
      packaged: true,
      dataInProgram: false,
      clock: {
        now: () => 0,
        monotonicMs: () => 0,
        sleep: async (ms) => {
          told.sleeps.push(ms);
          if (told.sleeps.length > looks) stop.abort();
        },
      },
      log: (_level, sentence) => void told.log.push(sentence),
      load: async () => {
        loaded += 1;
        return updater;
      },
      ready: (version) => void told.ready.push(version),
      sessionEnd: new AbortController().signal,
      ...changes,
    },
    stop.signal,
  );
  return { ...told, feeds, updater, loaded, checks };
}

describe('updates of the program', () => {
  it('are never looked for unless the company said where', async () => {
    expect(await follow({ policy: undefined })).toMatchObject({ loaded: 0, checks: 0, log: [] });
  });

  it('come from the place that was named, and are put in place when Cabinet is closed', async () => {
    const { feeds, updater, ready, checks, log } = await follow({}, 3);
    expect(feeds).toEqual([{ provider: 'generic', ...POLICY }]);
    expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true });
    expect(updater.allowDowngrade).toBe(false);
    expect({ ready, checks }).toEqual({ ready: ['2.0.0'], checks: 3 });
    // Neither a failed check nor a failed download ends the updates.
    expect(log).toEqual([
      'No update could be had: no network',
      'No update could be had: not the file that was named',
    ]);
  });

  it('are not put in place while the system ends: an installer would be ended in the middle of its work', async () => {
    const session = new AbortController();
    const { updater } = await follow({ sessionEnd: session.signal });
    expect(updater.autoInstallOnAppQuit).toBe(true);
    session.abort();
    expect(updater.autoInstallOnAppQuit).toBe(false);
  });

  it('are told once, however often they are found, and to each page that is loaded later', () => {
    const told: string[] = [];
    const update = new ReadyUpdate((version) => told.push(version));
    update.greet();
    expect(update.isThere).toBe(false);
    for (const version of ['2.0.0', '2.0.0', '2.1.0']) update.came(version);
    expect(told).toEqual(['2.0.0', '2.1.0']);
    expect(update.isThere).toBe(true);
    update.greet();
    expect(told).toEqual(['2.0.0', '2.1.0', '2.1.0']);
  });

  it('are looked for half a minute after the start and every four hours', async () => {
    expect((await follow({}, 3)).sleeps).toEqual([30_000, 14_400_000, 14_400_000, 14_400_000]);
  });

  it.each([
    ['a copy without a signature', { resources: 'nowhere' }, /not signed/],
    ['the sources', { packaged: false }, /runs from its sources/],
    ['a program in whose folder the data lie', { dataInProgram: true }, /takes away/],
    ['Linux', { platform: 'linux' }, /packages of the system/],
  ] as const)('are not taken by %s', async (_name, changes, why) => {
    const { loaded, log } = await follow(changes);
    expect(loaded).toBe(0);
    expect(log).toEqual([expect.stringMatching(why)]);
  });
});
