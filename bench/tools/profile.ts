import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Kind } from '#contract/resources/resource.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { sealOf } from '#core/workspace/openCache.ts';
import { nodePlatform, systemSeams } from '#core/app/nodePlatform.ts';
import { openThreadedCore } from '#core/app/threaded.ts';
import type { ThreadedCore } from '#core/app/threaded.ts';
import type { BenchService } from '../service/start.ts';

/** Runs work with its own folder, which is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-bench-'));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const WRITER = new URL('../../out/main/worker.js', import.meta.url);

/**
 * Opens Cabinet as its shells do: the writer in its thread, the reader here.
 *
 * The threads are the built ones. A thread started from sources compiles them first, which never
 * happens for users.
 */
export function openCabinet(dataDir: string): Promise<ThreadedCore> {
  return openThreadedCore(nodePlatform({ dataDir, log: () => {} }), WRITER);
}

export async function signIn(core: Client, service: BenchService): Promise<void> {
  await core.call('session.login', { url: service.url, email: 'bench@example.com', password: '-' });
}

/** Pulls the fittings; fails unless all of them are in the mirror afterwards. */
export async function pull(core: ThreadedCore, service: BenchService): Promise<void> {
  const { kinds, notes } = await core.call('sync.pull', { kinds: ['fittings'] });
  const counts = kinds.fittings;
  if (counts?.complete !== true || counts.total !== service.records || notes.length > 0)
    throw new Error(`the pull is not whole: ${JSON.stringify({ counts, notes })}`);
}

/**
 * Waits until all work after a first pull is done.
 *
 * That is the text index, the check for problems and the search for pictures. An earlier second
 * pull would delay this work; it would not be slowed by it.
 */
export async function settled(
  dataDir: string,
  kinds: readonly Kind[] = ['fittings'],
): Promise<void> {
  const open = (name: string) =>
    new Database(path.join(dataDir, 'profiles', 'default', name), { readonly: true });
  const [cache, files] = [open('cache.db'), open('files.db')];
  const owed = cache.prepare(
    `SELECT 1 FROM meta WHERE key LIKE 'text:%' OR key = 'problems:run'
     UNION ALL SELECT 1 FROM problem_dirty LIMIT 1`,
  );
  const looked = files.prepare('SELECT 1 FROM mark WHERE key = ?');
  const isLooked = (kind: Kind) => looked.get(`collected/${kind}`) !== undefined;
  while (owed.get() !== undefined || !kinds.every(isLooked)) await delay(20);
  for (const each of [cache, files]) each.close();
}

/** Makes a profile with all fittings, checked for problems; returns its mirror's file. */
export async function checkedProfile(
  dataDir: string,
  service: BenchService,
  more: (core: ThreadedCore) => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const core = await openCabinet(dataDir);
  await signIn(core, service);
  await pull(core, service);
  await settled(dataDir);
  await core.call('problems.check', {});
  await more(core);
  await core.close();
  return path.join(dataDir, 'profiles', 'default', 'cache.db');
}

/** Removes a note of the mirror, so that the work behind it is done again for every record. */
export function forgetNote(file: string, key: string): void {
  const cache = new Database(file);
  cache.prepare('DELETE FROM meta WHERE key = ?').run(key);
  cache.close();
  // A file that Cabinet did not close itself is first searched for damage.
  const work = new Database(path.join(path.dirname(file), 'work.db'));
  const seal = sealOf(systemSeams.disk, file);
  work.prepare("UPDATE meta SET value = ? WHERE key = 'seal:cache.db'").run(seal);
  work.close();
}

/** Returns the size of all files in a folder, in bytes. */
export function sizeOf(folder: string): number {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => fs.statSync(path.join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
