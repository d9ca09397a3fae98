import i18next from 'i18next';
import { create } from 'zustand';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Group } from '#contract/changesets/groups.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { call } from '../../state/core.ts';
import { toast, undoAlone } from '../../state/toasts.ts';
import { groupText } from '../model/groupText.ts';
import { showLong } from './showLong.ts';
import { openTask, taskStore } from './tasks.ts';
import type { Task } from './tasks.ts';
import { tellQueued } from './tellQueued.ts';

interface UndoState {
  readonly busy: boolean;
  /** Batches whose preview showed that nothing can be undone: the next Undo takes an older one. */
  readonly passed: readonly string[];
  /** The error of the last undo. */
  readonly error: AppError | null;
}

export const undoStore = create<UndoState>(() => ({ busy: false, passed: [], error: null }));

/** Clears the error of the last undo. */
export function forgetUndoError(): void {
  undoStore.setState({ error: null });
}

/**
 * Undoes a batch, or the newest one.
 *
 * A simple case is queued at once. If a record was changed since, or cannot be restored, a preview
 * asks first.
 */
export function undoGroup(group?: string): Promise<void> {
  return inTurn(() => takeBack(group), taskStore.getState().open);
}

/** Undoes a batch by a given function; if that returns false, the usual way undoes the rest. */
export function undoGroupBy(group: string, own: () => Promise<boolean>): Promise<void> {
  return inTurn(async () => {
    if (!(await own())) await takeBack(group);
  }, taskStore.getState().open);
}

async function takeBack(group: string | undefined): Promise<void> {
  const plan = await look(group === undefined ? {} : { group });
  if (plan.state === 'stopped') return leaveStopped(plan);
  if (isPlain(plan)) return queueAtOnce(plan);
  if (group !== undefined && isHopeless(plan))
    undoStore.setState(({ passed }) => ({ passed: [...passed, group] }));
  await ask(plan);
}

function look(what: Input<'undo.plan'>): Promise<Changeset> {
  return showLong('look', () => call('undo.plan', what));
}

/** The user stopped it before the changes were computed. */
async function leaveStopped(plan: Changeset): Promise<void> {
  await close(plan);
  toast(i18next.t('sheets.undoStopped'));
}

/** Opens the preview, or says that another task is open. */
async function ask(plan: Changeset): Promise<void> {
  if (openTask({ id: 'plan', plan })) return;
  await close(plan);
  toast(i18next.t('sheets.undoUnasked', { subject: groupText(i18next.t, plan.label) }));
}

async function close({ plan }: Changeset): Promise<void> {
  await call('changesets.close', { plan });
}

let line: Promise<void> = Promise.resolve();
let waiting = 0;

/**
 * Runs undo requests one after another, so that a second Ctrl+Z is not lost.
 *
 * Requests made while a preview is open are dropped. Toasts are shown above dialogs: their buttons
 * work beside the task that was open when they were pressed.
 */
function inTurn(work: () => Promise<void>, beside: Task | null = null): Promise<void> {
  waiting += 1;
  undoStore.setState({ busy: true, error: null });
  line = line.then(() => alone(work, beside));
  return line;
}

async function alone(work: () => Promise<void>, beside: Task | null): Promise<void> {
  const { open } = taskStore.getState();
  try {
    if (open === null || open === beside) await work();
  } catch (thrown) {
    undoStore.setState({ error: asAppError(thrown) });
  } finally {
    waiting -= 1;
    undoStore.setState({ busy: waiting > 0 });
  }
}

function isPlain({ state, counts }: Changeset): boolean {
  return state === 'ready' && counts.kept + counts.error + counts.partly === 0;
}

/** Returns whether nothing of the batch can be undone; the preview shows why. */
function isHopeless({ state, counts }: Changeset): boolean {
  return state === 'ready' && counts.new + counts.changed + counts.kept === 0;
}

async function queueAtOnce(plan: Changeset): Promise<void> {
  const { queued, rest } = await queuePlain(plan);
  tellQueued(plan.label, queued, undoGroup);
  if (rest !== null) return ask(rest);
  await close(plan);
}

interface Queued {
  readonly queued: Output<'changesets.queue'>;
  /** The current changeset, if not all of it could be queued. */
  readonly rest: Changeset | null;
}

async function queuePlain({ plan }: Changeset): Promise<Queued> {
  const queued = await showLong('queue', () => call('changesets.queue', { plan }));
  return { queued, rest: queued.left === 0 ? null : await call('changesets.get', { plan }) };
}

/** Undoes the newest batch, the one that the button names. */
export function undoNewest(): Promise<void> {
  return inTurn(async () => takeBackNewest(await newest()));
}

/** Undoes the last action on Ctrl+Z, including one that only a visible toast can undo. */
export function undoLast(): Promise<void> {
  return inTurn(async () => {
    const undo = await newest();
    if (!undoAlone(undo?.createdAt ?? 0)) await takeBackNewest(undo);
  });
}

async function newest(): Promise<Group | null> {
  const { passed } = undoStore.getState();
  return (await call('groups.next', { except: [...passed] })).undo;
}

async function takeBackNewest(undo: Group | null): Promise<void> {
  if (undo === null) return toast(i18next.t('errors.why.nothing-to-undo'));
  return takeBack(undo.id);
}

/** Redoes the last undone batch on Ctrl+Shift+Z. */
export function redoNewest(): Promise<void> {
  return inTurn(async () => {
    const { redo } = await call('groups.next', {});
    if (redo !== null) await takeBack(redo.id);
  });
}
