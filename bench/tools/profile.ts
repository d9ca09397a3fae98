import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Kind } from '#contract/resources/resource.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { openThreadedCore } from '#core/app/threaded.ts';
import type { ThreadedCore } from '#core/app/threaded.ts';
import type { BenchService } from '../service/start.ts';

/** A folder of one group's own, removed when the group is over. */
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
 * Cabinet as its shells run it: the writer in its thread, lists read here. Threads are those that are shipped:
 * one that starts from sources compiles them first, which no workstation does.
 */
export function openCabinet(dataDir: string): Promise<ThreadedCore> {
  return openThreadedCore(nodePlatform({ dataDir, log: () => {} }), WRITER);
}

export async function signIn(core: Client, service: BenchService): Promise<void> {
  await core.call('session.login', { url: service.url, email: 'bench@example.com', password: '-' });
}

/** Pulls the fittings; fails unless every one of them is there afterwards. */
export async function pull(core: ThreadedCore, service: BenchService): Promise<void> {
  const { kinds, notes } = await core.call('sync.pull', { kinds: ['fittings'] });
  const counts = kinds.fittings;
  if (counts?.complete !== true || counts.total !== service.records || notes.length > 0)
    throw new Error(`the pull is not whole: ${JSON.stringify({ counts, notes })}`);
}

/**
 * Waits until everything behind a first pull is done: the text index, the check for problems, the look for
 * pictures. Whoever pulls again before that puts it off, and is not disturbed by it either.
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

/** Bytes of everything in a folder. */
export function sizeOf(folder: string): number {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => fs.statSync(path.join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
