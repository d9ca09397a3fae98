import i18next from 'i18next';
import { create } from 'zustand';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Group } from '#contract/plans/groups.ts';
import type { Plan } from '#contract/plans/plan.ts';
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
  /** Groups of which a preview has shown that nothing of them can be taken back: the next Undo takes an older one. */
  readonly passed: readonly string[];
  /** Why the last one could not be taken back. */
  readonly error: AppError | null;
}

export const undoStore = create<UndoState>(() => ({ busy: false, passed: [], error: null }));

/** So many are named in a word about what was not taken back. */
const MOST_SAID = 3;

/** Forgets why the last one could not be taken back. */
export function forgetUndoError(): void {
  undoStore.setState({ error: null });
}

/**
 * Takes a group back, or the newest one. A plain case is done at once; where a record was changed
 * since, or cannot be restored, the preview asks first.
 */
export function undoGroup(group?: string): Promise<void> {
  return inTurn(() => takeBack(group), taskStore.getState().open);
}

/** Takes a group back in a way of its own; as any other group where that tells that it could not do all of it. */
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

function look(what: Input<'undo.plan'>): Promise<Plan> {
  return showLong('look', () => call('undo.plan', what));
}

/** A person stopped it before it was known what would change. */
async function leaveStopped(plan: Plan): Promise<void> {
  await close(plan);
  toast(i18next.t('sheets.undoStopped'));
}

/** Shows the preview of what cannot be taken back without a question, or says that another task stands in its way. */
async function ask(plan: Plan): Promise<void> {
  if (openTask({ id: 'plan', plan })) return;
  await close(plan);
  toast(i18next.t('sheets.undoUnasked', { what: groupText(i18next.t, plan.label) }));
}

async function close({ plan }: Plan): Promise<void> {
  await call('plans.close', { plan });
}

let line: Promise<void> = Promise.resolve();
let waiting = 0;

/**
 * What is asked for while something is being taken back is done behind it: a second Ctrl+Z is never
 * lost. Where a preview asks first, it is the answer that is waited for, and what came behind is dropped. A
 * confirmation stands above every dialog: its button works beside the task that was open when it was pressed.
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

function isPlain({ state, counts }: Plan): boolean {
  return state === 'ready' && counts.kept + counts.error + counts.partly === 0;
}

/** Nothing of it can be taken back, whatever a person ticks; the preview says why. */
function isHopeless({ state, counts }: Plan): boolean {
  return state === 'ready' && counts.new + counts.changed + counts.kept === 0;
}

async function queueAtOnce(plan: Plan): Promise<void> {
  const { queued, rest } = await queuePlain(plan);
  tellQueued(plan.label, queued, undoGroup);
  if (rest !== null) return ask(rest);
  await close(plan);
}

interface Queued {
  readonly queued: Output<'plans.queue'>;
  /** The plan as it stands where not all of it could be queued. */
  readonly rest: Plan | null;
}

async function queuePlain({ plan }: Plan): Promise<Queued> {
  const queued = await showLong('queue', () => call('plans.queue', { plan }));
  return { queued, rest: queued.left === 0 ? null : await call('plans.get', { plan }) };
}

/** Removals that a person asked for together: each is a group of its own, and one Undo takes all. */
export type Bundle = readonly string[];

let bundles: readonly Bundle[] = [];

/** Notes that groups belong together, the newest first. */
export function rememberBundle(bundle: Bundle): void {
  if (bundle.length > 1) bundles = [...bundles, bundle];
}

/** Takes every group of a bundle back in one, the newest first. */
export function undoBundle(bundle: Bundle): Promise<void> {
  return inTurn(() => takeBackBundle(bundle), taskStore.getState().open);
}

async function takeBackBundle(bundle: Bundle): Promise<void> {
  // What asks is taken back by itself the next time, so that it holds up nothing else.
  bundles = bundles.filter((each) => each !== bundle);
  const [only, ...more] = bundle;
  if (only === undefined || more.length === 0) return takeBack(only);
  const left = (await standing(bundle)).map(({ id }) => id);
  if (left.length === 0) return toast(i18next.t('sheets.noUndo'));
  const plan = await look({ groups: [...left] });
  if (plan.state === 'stopped') {
    rememberBundle(bundle);
    return leaveStopped(plan);
  }
  const count = plan.counts.ticked === 0 ? 0 : (await queuePlain(plan)).queued.queued;
  await close(plan);
  const [asking, ...others] = await standing(left);
  tellBundle(
    count,
    others.map(({ label }) => label.params['record'] ?? ''),
  );
  // What could not be taken back says why by itself.
  if (asking !== undefined) await takeBack(asking.id);
}

/** The groups of a bundle that nobody has taken back one by one. */
async function standing(bundle: Bundle): Promise<readonly Group[]> {
  const { groups } = await call('groups.list', { ids: [...bundle] });
  const queued = new Map(groups.map((group) => [group.id, group]));
  return bundle.flatMap((id) => queued.get(id) ?? []).filter(({ state }) => state === 'queued');
}

function tellBundle(count: number, others: readonly string[]): void {
  const what = i18next.t('sheets.groups.removals', { count });
  if (count > 0) toast(i18next.t('sheets.undone', { what }));
  if (others.length === 0) return;
  const names = others.slice(0, MOST_SAID).join(', ') + (others.length > MOST_SAID ? ', …' : '');
  toast(i18next.t('sheets.undoOthers', { count: others.length, names }));
}

/** Takes back the newest group, as the button says that names it. */
export function undoNewest(): Promise<void> {
  return inTurn(async () => takeBackNewest(await newest()));
}

/** Ctrl+Z: takes back what was done last, also where only a confirmation that is still on the screen knows of it. */
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
  if (undo === null) return toast(i18next.t('sheets.noUndo'));
  const bundle = bundles.find((each) => each.includes(undo.id));
  return bundle === undefined ? takeBack(undo.id) : takeBackBundle(bundle);
}

/** Ctrl+Shift+Z: does again what was undone last. */
export function redoNewest(): Promise<void> {
  return inTurn(async () => {
    const { redo } = await call('groups.next', {});
    if (redo !== null) await takeBack(redo.id);
  });
}
