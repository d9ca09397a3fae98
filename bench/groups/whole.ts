import path from 'node:path';
import type { Kind } from '#contract/resources/resource.ts';
import type { BenchService } from '../service/start.ts';
import { megabytes } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { settled, signIn } from '../tools/profile.ts';
import { openShell } from '../tools/shell.ts';
import type { Shell } from '../tools/shell.ts';

/** A catalogue of the largest expected size: as many materials as fittings, and the products. */
const KINDS: readonly Kind[] = ['fittings', 'materials', 'products'];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  fittings: ['zaw', 'chrom', 'szuflady'],
  materials: ['dąb', 'sklejka', 'orzech'],
  products: ['sza', 'komoda', 'nośność'],
};

/**
 * Measures the memory of the built shell with 2.2 records for each fitting.
 *
 * It is measured after the first pull and when opened the next day.
 */
export async function wholeGroup(service: BenchService, folder: string): Promise<Values> {
  const dataDir = path.join(folder, 'cabinet');
  const first = await openShell(dataDir);
  await signIn(first.client, service);
  const { kinds } = await first.client.call('sync.pull', { kinds: [...KINDS] });
  const total = KINDS.reduce((sum, kind) => sum + (kinds[kind]?.total ?? 0), 0);
  if (total !== Math.round(service.records * 2.2)) throw new Error(`${total} records were read`);
  await settled(dataDir, KINDS);
  const behind = await first.resting();
  await first.close();
  const next = await openShell(dataDir);
  for (const kind of KINDS) await work(next, kind);
  const opened = await next.rss();
  await next.close();
  return { 'memory.whole': megabytes(opened), 'memory.whole.behind': megabytes(behind) };
}

/** Does a user's work on one kind: lists, searches, sorts, scrolls far down and edits a record. */
async function work({ client }: Shell, kind: Kind): Promise<void> {
  const { rows } = await client.call('records.list', { kind, limit: 50 });
  for (const search of WORDS[kind] ?? [])
    await client.call('records.list', { kind, limit: 50, search });
  const sort = { field: kind === 'products' ? 'updatedAt' : 'price', descending: true };
  const { total } = await client.call('records.list', { kind, limit: 200, sort });
  await client.call('records.list', { kind, limit: 200, offset: Math.floor(total * 0.9), sort });
  const ref = rows[0]?.id;
  if (ref === undefined) throw new Error(`no ${kind} are there`);
  const values = { name: 'Zmieniona nazwa' };
  const { operation } = await client.call('records.update', { kind, ref, values, files: [] });
  if (operation === null) throw new Error('the change of a name came to nothing');
}
