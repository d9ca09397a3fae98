import i18next from 'i18next';
import { create } from 'zustand';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Group } from '#contract/plans/groups.ts';
import type { Plan } from '#contract/plans/plan.ts';
import { call } from '../state/core.ts';
import { toast } from '../state/toasts.ts';
import { openTask, taskStore } from './tasks.ts';
import { tellQueued } from './tellQueued.ts';

interface UndoState {
  readonly busy: boolean;
  /** Why the last one could not be taken back. */
  readonly error: AppError | null;
}

export const undoStore = create<UndoState>(() => ({ busy: false, error: null }));

/** How far back a group is looked for: undone ones stand between. */
export const RECENT = 200;

/** Forgets why the last one could not be taken back. */
export function forgetUndoError(): void {
  undoStore.setState({ error: null });
}

/** What Undo takes back: the newest group that is no undo itself. */
export function undoable(groups: readonly Group[]): Group | null {
  return groups.find(({ state, label }) => state === 'queued' && label.code !== 'undo') ?? null;
}

/** What Redo does again: the newest undo, as long as nothing else was done after it. */
export function redoable(groups: readonly Group[]): Group | null {
  const newest = groups.find(({ state }) => state === 'queued');
  return newest?.label.code === 'undo' ? newest : null;
}

/**
 * Takes a group back, or the newest one. A plain case is done at once; where a record was changed
 * since, or cannot be restored, the preview asks first.
 */
export function undoGroup(group?: string): Promise<void> {
  return inTurn(() => takeBack(group));
}

/** Takes a group back in a way of its own; as any other group where that tells that it could not do all of it. */
export function undoGroupBy(group: string, own: () => Promise<boolean>): Promise<void> {
  return inTurn(async () => {
    if (!(await own())) await takeBack(group);
  });
}

async function takeBack(group: string | undefined): Promise<void> {
  const plan = await call('undo.plan', group === undefined ? {} : { group });
  if (isPlain(plan)) await queueAtOnce(plan);
  else openTask({ id: 'plan', plan });
}

let line: Promise<void> = Promise.resolve();
let waiting = 0;

/**
 * What is asked for while something is being taken back is done behind it: a second Ctrl+Z is never
 * lost. Where a preview asks first, it is the answer that is waited for, and what came behind is dropped.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  waiting += 1;
  undoStore.setState({ busy: true, error: null });
  line = line.then(() => alone(work));
  return line;
}

async function alone(work: () => Promise<void>): Promise<void> {
  try {
    if (taskStore.getState().open === null) await work();
  } catch (thrown) {
    undoStore.setState({ error: asAppError(thrown) });
  } finally {
    waiting -= 1;
    undoStore.setState({ busy: waiting > 0 });
  }
}

function isPlain({ state, counts }: Plan): boolean {
  return state === 'ready' && counts.kept + counts.error + counts.partly === 0;
}

async function queueAtOnce(plan: Plan): Promise<void> {
  const queued = await call('plans.queue', { plan: plan.plan });
  if (queued.left === 0) {
    tellQueued(plan.label, queued, undoGroup);
    await call('plans.close', { plan: plan.plan });
    return;
  }
  openTask({ id: 'plan', plan: await call('plans.get', { plan: plan.plan }) });
}

/** Removals that a person asked for together: each is a group of its own, and one Undo takes all. */
export type Bundle = readonly string[];

const bundles: Bundle[] = [];

/** Notes that the newest so many groups belong together. */
export async function rememberBundle(count: number): Promise<Bundle> {
  const { groups } = await call('groups.list', { limit: count });
  const bundle = groups.flatMap(({ id, label }) => (label.code === 'remove' ? [id] : []));
  if (bundle.length > 1) bundles.push(bundle);
  return bundle;
}

/** Takes every group of a bundle back, the newest first. */
export function undoBundle(bundle: Bundle): Promise<void> {
  return inTurn(() => takeBackBundle(bundle));
}

async function takeBackBundle(bundle: Bundle): Promise<void> {
  const [only, ...more] = bundle;
  if (only === undefined || more.length === 0) return takeBack(only);
  let count = 0;
  for (const group of bundle) {
    const plan = await call('undo.plan', { group });
    if (plan.counts.ticked > 0) count += (await call('plans.queue', { plan: plan.plan })).queued;
  }
  toast(i18next.t('sheets.undone', { what: i18next.t('sheets.groups.removals', { count }) }));
}

/** Ctrl+Z: takes back what was done last. */
export function undoNewest(): Promise<void> {
  return inTurn(async () => {
    const newest = undoable((await call('groups.list', { limit: RECENT })).groups);
    if (newest === null) return toast(i18next.t('sheets.noUndo'));
    const bundle = bundles.find((each) => each.includes(newest.id));
    return bundle === undefined ? takeBack(newest.id) : takeBackBundle(bundle);
  });
}

/** Ctrl+Shift+Z: does again what was undone last. */
export function redoNewest(): Promise<void> {
  return inTurn(async () => {
    const newest = redoable((await call('groups.list', { limit: RECENT })).groups);
    if (newest !== null) await takeBack(newest.id);
  });
}
