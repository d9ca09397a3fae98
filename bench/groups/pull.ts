import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadedCore } from '#core/app/threaded.ts';
import * as jsonFile from '../peers/jsonFile.ts';
import { fetchAll, rawPipeline } from '../peers/raw.ts';
import type { BenchService } from '../service/start.ts';
import {
  calmDisk,
  loopDelay,
  median,
  medians,
  megabytes,
  quantile,
  timed,
  timedAs,
  together,
} from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { openCabinet, pull, signIn, settled, sizeOf } from '../tools/profile.ts';

/** Every hundredth record changes: 1 %, spread over every page. */
const SPREAD = 100;
const FIRST_PULLS = 3;

/**
 * Measures pulls of the catalogue: the first, an unchanged one, and one with 1 % changed.
 *
 * Also measures the size on disk.
 */
export async function pullGroup(service: BenchService, folder: string): Promise<Values> {
  const { url } = service;
  const file = path.join(folder, 'cache.json');
  const limit = await timedAs('limit.fetch', () => fetchAll(url, () => {}));
  const { core, dataDir, times } = await firstPulls(service, folder);
  const pulls = [
    times,
    await timedAs('pull.soon', () => pull(core, service)),
    await timedAs('pull.behind', () => settled(dataDir)),
    await unchanged(core, service),
  ];
  const changed = await service.reprice(SPREAD);
  const again = await timedAs('pull.changed', async () => {
    const { kinds } = await core.call('sync.pull', { kinds: ['fittings'] });
    if (kinds.fittings?.updated !== changed) throw new Error('not every change was found');
  });
  await core.close();
  // Measured last: it leaves a heap of 100,000 records in this process, and the garbage collector
  // would disturb later work.
  const peer = await timedAs('json.ingest', () => jsonFile.ingest(url, file));
  const values: Values = Object.assign({}, limit, ...pulls, again, peer);
  values['disk'] = megabytes(sizeOf(dataDir));
  return values;
}

/**
 * Runs first pulls and the raw pipeline by turns, each into an empty folder.
 *
 * Returns the open Cabinet of the last round.
 */
async function firstPulls(service: BenchService, folder: string) {
  const all: Values[] = [];
  for (let round = 1; ; round++) {
    const raw = path.join(folder, `raw-${round}.db`);
    calmDisk();
    const limit = await timedAs('limit.load', () => rawPipeline(service.url, raw));
    fs.rmSync(raw);
    const dataDir = path.join(folder, `cabinet-${round}`);
    const core = await openCabinet(dataDir);
    await signIn(core, service);
    calmDisk();
    all.push({ ...limit, ...(await timedAs('pull.cold', () => pull(core, service))) });
    if (round === FIRST_PULLS) return { core, dataDir, times: medians(together(all)) };
    await core.close();
    fs.rmSync(dataDir, { recursive: true });
  }
}

/**
 * Returns the median of three unchanged pulls.
 *
 * One pull takes half a second, and a stall of the machine would be a third of it.
 */
async function unchanged(core: ThreadedCore, service: BenchService): Promise<Values> {
  const all: Values[] = [];
  for (let round = 0; round < 3; round++)
    all.push(await timedAs('pull.unchanged', () => pull(core, service)));
  return medians(together(all));
}

/** Measures delays during a pull: a window that reads rows at every frame, and edits of a user. */
export async function delayGroup(service: BenchService, folder: string): Promise<Values> {
  const core = await openCabinet(path.join(folder, 'cabinet'));
  await signIn(core, service);
  const idle = await beside(core, () => delay(service.records > 10_000 ? 3_000 : 300));
  const busy = await beside(core, () => pull(core, service));
  await core.close();
  return {
    'delay.idle.p99': idle.p99,
    'delay.p99': busy.p99,
    'delay.max': busy.max,
    'delay.list.p99': quantile(busy.lists, 0.99),
    'delay.edit.p50': median(busy.edits),
    'delay.edit.max': Math.max(...busy.edits),
  };
}

let count = 0;

async function beside(core: ThreadedCore, work: () => Promise<unknown>) {
  const lists: number[] = [];
  const edits: number[] = [];
  const over = new AbortController();
  const list = () => core.call('records.list', { kind: 'fittings', limit: 50 });
  const edit = () => {
    const values = { kod: `NEW-${count++}`, name: 'Uchwyt próbny' };
    return core.call('records.create', { kind: 'fittings', values, files: [] });
  };
  const [asking, editing] = [
    repeat(over.signal, 16, async () => lists.push(await timed(list))),
    repeat(over.signal, 200, async () => edits.push(await timed(edit))),
  ];
  const { p99, max } = await loopDelay(work);
  over.abort();
  await Promise.all([asking, editing]);
  return { p99, max, lists, edits };
}

async function repeat(signal: AbortSignal, every: number, work: () => Promise<unknown>) {
  while (!signal.aborted) {
    await work();
    await delay(every);
  }
}
