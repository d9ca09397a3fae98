import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Query } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import type { ThreadedCore } from '#core/app/threaded.ts';
import { seeded } from '../service/catalogue.ts';
import type { BenchService } from '../service/start.ts';
import { median, quantile, rounds, timed } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { forgetNote, openCabinet, pull, settled, signIn } from '../tools/profile.ts';
import { openShell } from '../tools/shell.ts';
import { bareFindings } from '../peers/bareFts.ts';
import { RowStore } from '../../src/renderer/src/screens/records/state/rowStore.ts';

const ROUNDS = 60;
const QUEUED = 50;
/** Half of the edits run right after a start, half when the code is compiled. */
const EDITS = 2 * ROUNDS;

/** Measures a pulled catalogue: opening, search, filters, sorting and edits. */
export async function listGroup(service: BenchService, folder: string): Promise<Values> {
  const dataDir = path.join(folder, 'cabinet');
  const first = await openCabinet(dataDir);
  await signIn(first, service);
  await pull(first, service);
  await settled(dataDir);
  await queueSome(first);
  await first.close();
  const opened = await opening(dataDir);
  const core = await openCabinet(dataDir);
  await list(core, {});
  const file = path.join(dataDir, 'profiles', 'default', 'cache.db');
  const values = {
    'open.first': opened,
    ...(await searches(core, file)),
    ...(await pages(core, service.records)),
    ...(await edits(core, folder)),
  };
  await core.close();
  const window = await editInWindow(dataDir);
  return { ...values, 'edit.window': window, 'open.updated': await openingUpdated(dataDir, file) };
}

/** Measures the same edit through the WebSocket of the built shell. */
async function editInWindow(dataDir: string): Promise<number> {
  const shell = await openShell(dataDir);
  const { edit } = await editInSight(shell.client, '1.45');
  await shell.close();
  return edit;
}

/** Queues some edits, so that all later lists must project pending operations. */
async function queueSome(core: ThreadedCore): Promise<void> {
  const { ids } = await core.call('records.ids', { kind: 'fittings' });
  const step = Math.max(1, Math.floor(ids.length / QUEUED));
  for (let at = 0; at < ids.length; at += step)
    await core.call('records.update', {
      kind: 'fittings',
      ref: ids[at] ?? '',
      values: { price: '9.99' },
      files: [],
    });
}

/**
 * Measures opening the profile in this process.
 *
 * Reader and writer both run here, so the start of a thread is not included.
 */
async function opening(dataDir: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    let core: Core | undefined;
    const took = await timed(async () => {
      core = openCore(nodePlatform({ dataDir, log: () => {} }));
      await core.call('records.list', { kind: 'fittings', limit: 50 });
    });
    await core?.close();
    if (round > 0) times.push(took);
  }
  return median(times);
}

/** Measures the first start behind an update that derives list rows otherwise. */
async function openingUpdated(dataDir: string, file: string): Promise<number> {
  forgetNote(file, 'projection:fittings');
  let core: ThreadedCore | undefined;
  const took = await timed(async () => {
    core = await openCabinet(dataDir);
    for (let shown = 0; shown < 50;) {
      const { rows } = await core.call('records.list', { kind: 'fittings', limit: 50 });
      shown = rows.length;
      if (shown < 50) await delay(10);
    }
  });
  await core?.close();
  return took;
}

async function searches(core: ThreadedCore, file: string): Promise<Values> {
  const db = new Database(file, { readonly: true });
  const names = db.prepare('SELECT folded FROM rows_fittings ORDER BY rid').pluck().all();
  const bare = bareFindings(db);
  const values: Values = {};
  for (const length of [3, 8]) {
    const terms = termsOf(names.map(String), length);
    const limit = await rounds(ROUNDS, (at) => bare(terms[Math.max(at, 0)] ?? ''));
    const ours = await rounds(ROUNDS, (at) => list(core, { search: terms[Math.max(at, 0)] ?? '' }));
    values[`limit.search${length}.p50`] = median(limit);
    values[`limit.search${length}.p95`] = quantile(limit, 0.95);
    values[`search${length}.p50`] = median(ours);
    values[`search${length}.p95`] = quantile(ours, 0.95);
  }
  db.close();
  return values;
}

/** Returns random pieces of the texts, without spaces. */
function termsOf(texts: readonly string[], length: number): string[] {
  const random = seeded(length);
  const terms: string[] = [];
  while (terms.length < ROUNDS) {
    const text = texts[Math.floor(random() * texts.length)] ?? '';
    const from = Math.floor(random() * Math.max(1, text.length - length));
    const term = text.slice(from, from + length);
    if (term.length === length && !/\s/.test(term)) terms.push(term);
  }
  return terms;
}

const list = (core: ThreadedCore, query: Omit<Query, 'kind'>) =>
  core.call('records.list', { kind: 'fittings', limit: 50, ...query });

async function pages(core: ThreadedCore, records: number): Promise<Values> {
  const sort = { field: 'price', descending: true };
  const where = [{ field: 'producent', op: 'is', value: 'Blum' } as const];
  const deep = Math.floor(records * 0.9);
  const measure = async (query: Omit<Query, 'kind'>) =>
    median(await rounds(ROUNDS / 3, () => list(core, { limit: 200, ...query })));
  return {
    'page.top': await measure({ sort }),
    'page.deep': await measure({ sort, offset: deep }),
    'page.filtered.top': await measure({ sort, where }),
    'page.filtered.deep': await measure({ sort, where, offset: Math.floor(deep / 8) }),
    'page.plain': median(await rounds(ROUNDS / 3, () => list(core, {}))),
    ids: median(await rounds(5, () => core.call('records.ids', { kind: 'fittings', sort }))),
  };
}

/**
 * Measures edits and their limits by turns.
 *
 * The time of a disk write varies from one moment to the next.
 */
async function edits(core: ThreadedCore, folder: string): Promise<Values> {
  const bare = bareCommits(folder);
  const [here, beside]: [number[], number[]] = [[], []];
  const { first, edit, read } = await editInSight(core, '1.25', async () => {
    here.push(await timed(bare.here));
    beside.push(await timed(bare.inThread));
  });
  await bare.close();
  return {
    edit,
    'edit.first': first,
    'edit.read': read,
    'limit.commit': median(here.slice(ROUNDS)),
    'limit.commit.first': median(here.slice(0, ROUNDS)),
    'limit.edit': median(beside.slice(ROUNDS)),
  };
}

const BY_NAME: Query = { kind: 'fittings', sort: { field: 'name', descending: false } };

interface Edited {
  /** Median of the first sixty edits after a start. */
  readonly first: number;
  readonly edit: number;
  readonly read: number;
}

/**
 * Measures edits until a list shows them.
 *
 * `edit` is the time from the call until the edit is on the disk, the call has returned, and the
 * window's list has the new row. The row comes with the `records.changed` event, as in
 * `followRows`. `read` also includes a new read of that list, which gives the row's new position.
 */
async function editInSight(
  client: Client,
  price: string,
  between: () => unknown = () => {},
): Promise<Edited> {
  const list = new RowStore((query) => client.call('records.list', query));
  const off = client.on('records.changed', ({ rows }) => list.put(rows ?? []));
  const { rows } = await client.call('records.list', { ...BY_NAME, limit: EDITS });
  await shown(list);
  const [seen, read]: [number[], number[]] = [[], []];
  for (const { id: ref } of rows) {
    await between();
    const took = await timed(() => update(client, ref, price));
    const { at, indexOf } = list.snapshot();
    if (at(indexOf(ref))?.fields['price'] !== price) throw new Error('an edit is not in sight');
    seen.push(took);
    read.push(took + (await timed(() => readAnew(list))));
  }
  off();
  return {
    first: median(seen.slice(0, ROUNDS)),
    edit: median(seen.slice(ROUNDS)),
    read: median(read.slice(ROUNDS)),
  };
}

const update = (client: Client, ref: string, price: string) =>
  client.call('records.update', { kind: 'fittings', ref, values: { price }, files: [] });

/** Shows a list and waits for its first pages. */
async function shown(list: RowStore): Promise<void> {
  list.setQuery(BY_NAME);
  while (list.snapshot().at(EDITS - 1) === undefined) await told(list);
}

/** Refreshes the visible rows of the list and waits for them. */
async function readAnew(list: RowStore): Promise<void> {
  const answered = told(list);
  list.refresh();
  await answered;
}

function told(list: RowStore): Promise<void> {
  return new Promise((resolve) => {
    const off = list.subscribe(() => {
      off();
      resolve();
    });
  });
}

interface BareCommits {
  /** One durable commit of one row: no saved edit can be faster. */
  readonly here: () => unknown;
  /**
   * The same commit in another thread, with its answer: the cost of an edit without Cabinet's own
   * work.
   */
  readonly inThread: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

function bareCommits(folder: string): BareCommits {
  const row = 'x'.repeat(500);
  const db = new Database(path.join(folder, 'commit.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE t(x TEXT)');
  const insert = db.prepare('INSERT INTO t(x) VALUES (?)');
  const thread = new Worker(new URL('../tools/commitThread.ts', import.meta.url), {
    workerData: path.join(folder, 'commit-thread.db'),
  });
  return {
    here: () => insert.run(row),
    inThread: () => {
      const answer = once(thread, 'message');
      thread.postMessage(row, []);
      return answer;
    },
    close: () => {
      db.close();
      return thread.terminate();
    },
  };
}
