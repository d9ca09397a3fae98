import { asAppError } from '#contract/errors.ts';
import type { PullNote } from '#contract/notes.ts';
import type { PullCounts } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../../service/types.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RecentWrites } from '../recentWrites.ts';
import { beginLoad, finishLoad } from './firstLoad.ts';
import type { KindPull, PullOptions } from './kindPull.ts';
import { endNote, oddNote } from './notes.ts';
import { learnedSchema, stillKnown } from './pageSize.ts';
import type { Learned } from './pageSize.ts';
import { Progress } from './progress.ts';
import { PullStore } from '../../store/pullStore.ts';
import type { StoredRun } from '../../store/pullStore.ts';
import { readList } from './readList.ts';
import type { Knowledge, Reading } from './readList.ts';
import { isServiceFault } from './request.ts';
import { resume } from './resume.ts';
import { sweep } from './sweep.ts';
import { maySweep } from './sweepRules.ts';

/** The result of the pull of one kind. */
export interface KindResult {
  readonly kind: Kind;
  readonly counts: PullCounts;
  readonly notes: readonly PullNote[];
}

/** The workspace, the client and the options, which all kinds of one pull share. */
export interface PullContext {
  readonly ws: Workspace;
  readonly api: ServiceApi;
  readonly options: PullOptions;
}

const RESUMABLE_MS = 15 * 60_000;

/**
 * Reads one kind. After an error or a stop the pages read so far are kept and the next pull
 * continues there.
 */
export async function pullKind(given: PullContext, kind: Kind): Promise<KindResult> {
  const now = given.ws.platform.clock.now();
  const store = new PullStore(given.ws.cache);
  const unfinished = store.unfinished(kind, now, RESUMABLE_MS);
  if (unfinished !== null) {
    const pull = begin(given, kind, store, unfinished);
    const result = await work(pull, () => resume(pull, unfinished.cursor));
    if (result !== null) return result;
  }
  const pull = begin(given, kind, store, null);
  const result = await work(pull, () => readList(pull, knowledgeOf(given.ws, kind)));
  return result ?? stopped(pull);
}

function begin(
  { ws, api, options }: PullContext,
  kind: Kind,
  store: PullStore,
  old: StoredRun | null,
): KindPull {
  const now = ws.platform.clock.now();
  const resource = resourceOf(kind);
  const loading = beginLoad(ws, resource);
  const touched = store.touched(kind);
  const run = old?.run ?? store.startRun(kind, now);
  const known = old === null ? [] : store.idsOfRun(kind, run);
  return {
    ws,
    api,
    store,
    kind,
    resource,
    options,
    run,
    startedAt: old?.startedAt ?? now,
    since: old === null ? ws.platform.clock.monotonicMs() : -Infinity,
    resumed: old !== null,
    progress: new Progress(ws, kind),
    seen: new Set(known),
    changes: new Map(),
    touched,
    stood: lastStood(ws, kind, options.lately),
    odd: new Set(),
    notes: [],
    loading,
    swallowed: false,
  };
}

/**
 * Returns the versions of records right before recent writes of ours.
 *
 * Includes writes whose time lies in the future: after the clock was set back their time says
 * nothing.
 */
function lastStood(ws: Workspace, kind: Kind, lately: RecentWrites): KindPull['stood'] {
  const now = ws.platform.clock.now();
  const window = { from: now - ws.settings.settleMs, to: now };
  const stood = ws.activity.lastStood(kind, window, lately.idsOf(kind));
  return new Map([...stood].filter(([id]) => !lately.isPast(kind, id)));
}

/** Runs a reading to its end; returns null when there was no run to resume. */
async function work(
  pull: KindPull,
  read: () => Promise<Reading | null>,
): Promise<KindResult | null> {
  try {
    const reading = await readThenIndex(pull, read);
    return reading === null ? null : await finish(pull, reading);
  } catch (error) {
    const fault = asAppError(error);
    pull.store.finishRun(pull.run, 'stopped', pull.ws.platform.clock.now());
    if (pull.options.signal?.aborted === true) return stopped(pull);
    if (!isServiceFault(fault) || pull.seen.size === 0) throw fault;
    pull.notes.push({
      code: 'broken',
      kind: pull.kind,
      seen: pull.seen.size,
      error: fault.toData(),
    });
    return stopped(pull);
  } finally {
    pull.progress.flush();
  }
}

async function readThenIndex(
  pull: KindPull,
  read: () => Promise<Reading | null>,
): Promise<Reading | null> {
  try {
    return await read();
  } finally {
    const { ws, kind, options } = pull;
    if (pull.loading) await finishLoad(ws, kind, options.yieldToEdits);
  }
}

async function finish(pull: KindPull, reading: Reading): Promise<KindResult> {
  const { ws, kind, run, store, startedAt, notes } = pull;
  const { clock } = ws.platform;
  const complete = reading.end === 'whole';
  for (const note of [endNote(kind, reading, pull.seen.size), oddNote(kind, pull.odd)])
    if (note !== null) notes.push(note);
  store.saveCursor(run, '', clock.now());
  if (complete) {
    store.dropOtherPages(kind, run);
    store.setNote(`whole:${kind}`, String(run));
    ws.meta.set(`lastPull:${kind}`, String(clock.now()));
  }
  const { odd, resumed, swallowed } = pull;
  const took = Math.max(0, clock.now() - startedAt);
  const facts = { ...reading, complete, odd: odd.size, resumed, swallowed, took };
  const removed = maySweep(facts) ? await sweep(pull) : 0;
  // The run ends after the sweep: deletions that the sweep finds belong to the run.
  store.finishRun(run, complete ? 'complete' : 'stopped', clock.now());
  return { kind, counts: countsOf(pull, removed, complete), notes };
}

function stopped(pull: KindPull): KindResult {
  return { kind: pull.kind, counts: countsOf(pull, 0, false), notes: pull.notes };
}

function countsOf(pull: KindPull, removed: number, complete: boolean): PullCounts {
  const { ws, kind, seen, changes } = pull;
  const added = [...changes.values()].filter((change) => change === 'added').length;
  const updated = changes.size - added;
  const unchanged = seen.size - changes.size;
  return { total: ws.records.count(kind), added, updated, removed, unchanged, complete };
}

function knowledgeOf(ws: Workspace, kind: Kind): Knowledge {
  const key = `cap:${kind}`;
  const known = ws.meta.get(key);
  return {
    learned: stillKnown(parseLearned(known), ws.platform.clock.now()),
    learn: (learned) => {
      const text = JSON.stringify(learned);
      if (text !== known) ws.meta.set(key, text);
    },
    pageSize: ws.settings.all().pageSize,
  };
}

function parseLearned(text: string | null): Learned | null {
  if (text === null) return null;
  return learnedSchema.safeParse(JSON.parse(text)).data ?? null;
}
