import i18next, { createInstance } from 'i18next';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Changeset } from '#contract/changesets/changeset.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { closeTask, openTask, taskStore } from '../../../src/renderer/src/fields/undo/tasks.ts';
import {
  undoGroup,
  undoLast,
  undoNewest,
  undoStore,
} from '../../../src/renderer/src/fields/undo/undo.ts';
import { menuUndoName, undoName } from '../../../src/renderer/src/changesets/useUndo.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { dismissAll, toastAlone, toastStore } from '../../../src/renderer/src/state/toasts.ts';
import { fakeCore } from '../support.ts';

type Group = Output<'groups.list'>['groups'][number];

/** Groups of the core, newest first. */
let groups: Group[];
/** Groups that cannot be undone, or only after a question. */
let stuck: ReadonlySet<string>;
/** Groups that change between their preview and its queueing. */
let late: ReadonlySet<string>;
/** Open plans. */
let plans: Map<string, Changeset>;
/** Runs while a preview is made. */
let meanwhile: () => void;
/** The user cancels the next preview. */
let stopped: boolean;

beforeAll(() => i18next.init({ lng: 'cimode' }));

beforeEach(() => {
  closeTask();
  dismissAll();
  groups = ['c', 'b', 'a'].map(removal);
  [stuck, late, plans, meanwhile] = [new Set(), new Set(), new Map(), () => {}];
  stopped = false;
  const { client } = fakeCore({
    'groups.next': (input) => {
      const { except = [] } = input as Input<'groups.next'>;
      const undo = groups.find(({ id, state }) => state === 'queued' && !except.includes(id));
      return { undo: undo ?? null, redo: null };
    },
    'undo.plan': (input) => {
      const { group = '' } = input as Input<'undo.plan'>;
      const plan = planOf(group);
      plans.set(plan.plan, plan);
      meanwhile();
      return plan;
    },
    'changesets.queue': (input) => {
      const ids = (input as Input<'changesets.queue'>).plan.slice(1).split('+');
      const plain = ids.filter((id) => !stuck.has(id));
      const done = plain.filter((id) => !late.has(id));
      groups = groups.map((each) => (done.includes(each.id) ? { ...each, state: 'undone' } : each));
      const group = done.length === 0 ? null : `u${ids[0] ?? ''}`;
      return { group, queued: done.length, left: plain.length - done.length };
    },
    'changesets.get': (input) => plans.get((input as Input<'changesets.get'>).plan),
    'changesets.close': (input) => {
      plans.delete((input as Input<'changesets.close'>).plan);
      return {};
    },
  });
  followCore(client);
});

function removal(id: string): Group {
  const label = { code: 'remove', kind: 'fittings', count: 1, params: { record: id } } as const;
  return { id, state: 'queued', createdAt: 1, sent: false, label };
}

function planOf(group: string): Changeset {
  const error = stuck.has(group) ? 1 : 0;
  const counts = { new: 0, changed: 1 - error, same: 0, kept: 0, error, partly: 0, warned: 0 };
  const of = { code: 'remove', count: 1, params: { record: group } } as const;
  return {
    plan: `p${group}`,
    kind: 'fittings',
    label: { code: 'undo', kind: 'fittings', count: 1, params: {}, of },
    state: stopped ? 'stopped' : 'ready',
    counts: { ...counts, ticked: 1 - error },
  };
}

const shown = () => {
  const { open } = taskStore.getState();
  return open?.id === 'plan' ? open.plan.plan : null;
};
const said = () => toastStore.getState().toasts.map(({ text }) => text);
const openAnother = () => {
  openTask({ id: 'import', kind: 'fittings', roots: [] });
};

describe('a long undo', () => {
  it('can be stopped before anything is done, and is asked for again', async () => {
    stopped = true;
    await undoNewest();
    expect(said()).toEqual(['sheets.undoStopped']);
    expect([plans.size, shown()]).toEqual([0, null]);
    stopped = false;
    await undoNewest();
    expect(groups.map(({ state }) => state)).toEqual(['undone', 'queued', 'queued']);
  });

  it('shows how far it is where it takes long, and nothing else then', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    meanwhile = () => vi.advanceTimersByTime(2000);
    const seen: unknown[] = [];
    const leave = taskStore.subscribe(({ open }) => seen.push(open));
    onTestFinished(leave);
    stuck = new Set(['c']);
    await undoNewest();
    expect(seen.slice(0, 2)).toEqual([{ id: 'undo', step: 'look' }, null]);
    expect(shown()).toBe('pc');
  });
});

describe('Undo of the newest', () => {
  it('shows why one can never be taken back, and takes an older one the next time', async () => {
    undoStore.setState({ passed: [] });
    stuck = new Set(['c']);
    await undoNewest();
    expect(shown()).toBe('pc');
    closeTask();
    await undoNewest();
    expect(shown()).toBeNull();
    expect(groups.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'c queued',
      'b undone',
      'a queued',
    ]);
  });
});

describe('an undo of which a part was changed between its preview and its queueing', () => {
  it('says what was undone, and shows the rest', async () => {
    late = new Set(['b']);
    groups = [{ ...removal('c+b'), label: { ...removal('c').label, count: 2 } }];
    await undoGroup('c+b');
    expect(said()).toEqual(['records.undone']);
    expect(shown()).toBe('pc+b');
  });
});

describe('an undo during which another task is opened', () => {
  it.each(['stuck', 'late'])('says that it could not ask, and closes its plan: %s', async (why) => {
    if (why === 'stuck') stuck = new Set(['c']);
    else late = new Set(['c']);
    meanwhile = openAnother;
    await undoGroup('c');
    expect(taskStore.getState().open?.id).toBe('import');
    expect(said()).toEqual(['sheets.undoUnasked']);
    expect(plans.size).toBe(0);
  });
});

describe('the way back of a confirmation', () => {
  it('works above a task that was open when it was pressed, and leaves that open', async () => {
    openAnother();
    await undoGroup('c');
    expect(groups.map(({ state }) => state)).toEqual(['undone', 'queued', 'queued']);
    expect(said()).toEqual(['records.undone']);
    openAnother();
    await undoGroup('b');
    expect(groups.map(({ state }) => state)).toEqual(['undone', 'undone', 'queued']);
    expect(taskStore.getState().open?.id).toBe('import');
  });

  it('says above a task that it cannot ask there', async () => {
    stuck = new Set(['c']);
    openAnother();
    await undoGroup('c');
    expect(taskStore.getState().open?.id).toBe('import');
    expect(said()).toEqual(['sheets.undoUnasked']);
    expect(plans.size).toBe(0);
  });

  it('is dropped behind one that asks first', async () => {
    stuck = new Set(['c']);
    await Promise.all([undoGroup('c'), undoGroup('b')]);
    expect(shown()).toBe('pc');
    expect(groups.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
  });

  it('is called Redo where something was undone', async () => {
    await undoGroup('c');
    expect(toastStore.getState().toasts.map(({ back }) => back)).toEqual(['redo']);
  });
});

describe('Ctrl+Z behind something of which only its confirmation knows', () => {
  it('takes that back, and the newest group the next time', async () => {
    const back = vi.fn<() => void>();
    toastAlone('Discarded', back);
    await undoLast();
    expect(back).toHaveBeenCalledOnce();
    expect(groups.every(({ state }) => state === 'queued')).toBe(true);
    await undoLast();
    expect(back).toHaveBeenCalledOnce();
    expect(groups.some(({ state }) => state === 'undone')).toBe(true);
  });

  it('takes the newest group back where that was queued later', async () => {
    const back = vi.fn<() => void>();
    toastAlone('Discarded', back);
    groups = groups.map((each) => ({ ...each, createdAt: Date.now() + 1_000 }));
    await undoLast();
    expect(back).not.toHaveBeenCalled();
    expect(groups.some(({ state }) => state === 'undone')).toBe(true);
  });

  it('is what the line of the system’s menu names, as long as it does that', async () => {
    const words = createInstance();
    const translation = { sheets: { menu: { undoOf: 'Undo: {{subject}}' } } };
    const t = await words.init({ lng: 'en', resources: { en: { translation } } });
    const named = () => menuUndoName(t, groups[0] ?? null, toastStore.getState().toasts);
    const ofGroup = undoName(t, groups[0] ?? null);
    expect(named()).toBe(ofGroup);
    toastAlone('Discarded', () => {});
    expect(named()).toBe('Undo: Discarded');
    await undoLast();
    expect(named()).toBe(ofGroup);
    expect(menuUndoName(t, null, [])).toBeNull();
  });
});
