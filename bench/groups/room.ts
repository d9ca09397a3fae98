import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchService } from '../service/start.ts';
import { megabytes } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { settled, signIn } from '../tools/profile.ts';
import { openShell } from '../tools/shell.ts';
import type { Shell } from '../tools/shell.ts';

const WORDS = ['zaw', 'kąt', 'chrom', 'otwór', 'szuflady'];

/**
 * Measures the memory of the built shell: during a pull, after it, and when opened the next day.
 */
export async function roomGroup(service: BenchService, folder: string): Promise<Values> {
  const dataDir = path.join(folder, 'cabinet');
  const first = await openShell(dataDir);
  await signIn(first.client, service);
  let most = 0;
  const pulling = atWork(first, async () => {
    most = Math.max(most, await first.rss());
  });
  await first.client.call('sync.pull', { kinds: ['fittings'] });
  await pulling();
  await settled(dataDir);
  const behind = await first.resting();
  await first.close();
  const next = await openShell(dataDir);
  await look(next);
  const opened = await next.rss();
  await next.close();
  return {
    'memory.pull': megabytes(most),
    'memory.behind': megabytes(behind),
    'memory.open': megabytes(opened),
  };
}

/** Simulates a window that reads rows at every frame; returns a function that stops it. */
function atWork(shell: Shell, note: () => Promise<void>): () => Promise<void> {
  const over = new AbortController();
  const work = (async () => {
    while (!over.signal.aborted) {
      await shell.client.call('records.list', { kind: 'fittings', limit: 50 });
      await note();
      await delay(16);
    }
  })();
  return async () => {
    over.abort();
    await work;
  };
}

async function look({ client }: Shell): Promise<void> {
  await client.call('records.list', { kind: 'fittings', limit: 50 });
  for (const search of WORDS)
    await client.call('records.list', { kind: 'fittings', limit: 50, search });
  const sort = { field: 'price', descending: true };
  await client.call('records.list', { kind: 'fittings', limit: 200, offset: 1_000, sort });
}
