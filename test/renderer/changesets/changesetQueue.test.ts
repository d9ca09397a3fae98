import i18next from 'i18next';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { followCore } = await import('../../../src/renderer/src/state/core.ts');
const { useChangeset } =
  await import('../../../src/renderer/src/changesets/preview/useChangeset.ts');
const { useQueue } = await import('../../../src/renderer/src/changesets/preview/useQueue.ts');
const { closeTask, openTask, taskStore, touchTask } =
  await import('../../../src/renderer/src/fields/undo/tasks.ts');

const PLAN: Changeset = {
  plan: 'p1',
  kind: 'fittings',
  label: { code: 'import', kind: 'fittings', count: 5, params: { file: 'a.csv' } },
  state: 'ready',
  counts: { new: 0, changed: 5, same: 0, kept: 0, error: 0, ticked: 5, partly: 0, warned: 0 },
};
/** All rows but one were queued. */
const IN_PART: Changeset = {
  ...PLAN,
  state: 'queued',
  counts: { ...PLAN.counts, changed: 4, error: 1, ticked: 4 },
};

/** Controls when queueing answers; `left` is the number of rows that it leaves. */
let queueing: PromiseWithResolvers<void>;
let left: number;
let ticks: unknown[];
const core = fakeCore({
  'changesets.rows': () => ({ total: 0, rows: [] }),
  'changesets.get': () => IN_PART,
  'changesets.tick': (input) => {
    ticks.push(input);
    return PLAN.counts;
  },
  'changesets.queue': () => queueing.promise.then(() => ({ group: 'g', queued: 5 - left, left })),
});

beforeAll(() => i18next.init({ lng: 'cimode' }));

beforeEach(() => {
  followCore(core.client);
  closeTask();
  queueing = Promise.withResolvers();
  left = 0;
  ticks = [];
});

/** Opens a preview in which the user has changed a tick. */
async function previewOf(plan: Changeset) {
  openTask({ id: 'plan', plan });
  touchTask('ticks');
  return useIn(() => {
    const state = useChangeset(plan);
    return { state, queue: useQueue(state, closeTask) };
  }, null);
}

const touched = () => taskStore.getState().touched;

it('what is ticked is not called lost while it is queued, nor once it was', async () => {
  left = 1;
  const work = await previewOf(PLAN);
  work.now().queue.run();
  await settle();
  expect(touched()).toBeNull();
  queueing.resolve();
  await settle();
  expect(work.now().queue.left).toBe(1);
  expect(work.now().state.queued).toBe(true);
  expect(touched()).toBeNull();
});

it('what could not be queued is still asked about', async () => {
  const work = await previewOf(PLAN);
  work.now().queue.run();
  queueing.reject(new AppError('disk-full', 'No room'));
  await settle();
  expect(work.now().queue.error?.code).toBe('disk-full');
  expect(touched()).toBe('ticks');
});

it('no tick is left where the tick of the whole table is taken away', async () => {
  const work = await previewOf(PLAN);
  expect(work.now().state.queued).toBe(false);
  work.now().state.tickShown(false);
  work.now().state.tickShown(true);
  await settle();
  // A tick of all shown rows never ticks the rows that were changed since (`kept`).
  expect(ticks).toEqual([
    { plan: 'p1', ticked: false, outcomes: ['new', 'changed', 'kept'] },
    { plan: 'p1', ticked: true, outcomes: ['new', 'changed'] },
  ]);
});

it('a plan that was queued in part shows what was left of it, and offers nothing of it again', async () => {
  const work = await previewOf(IN_PART);
  expect(work.now().queue.left).toBe(1);
  expect(work.now().state.filter).toBe('error');
  expect(work.now().state.queued).toBe(true);
});
