import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '#contract/plans/plan.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { closeTask, openTask, taskStore } from '../../src/renderer/src/sheets/tasks.ts';
import {
  rememberBundle,
  undoBundle,
  undoGroup,
  undoNewest,
  undoStore,
} from '../../src/renderer/src/sheets/undo.ts';
import { followCore } from '../../src/renderer/src/state/core.ts';
import { dismissAll, toastStore } from '../../src/renderer/src/state/toasts.ts';
import { fakeCore } from './support.ts';

type Group = Output<'groups.list'>['groups'][number];

/** The groups of the core, the newest first. */
let groups: Group[];
/** Groups that cannot be taken back, or not without a question. */
let stuck: ReadonlySet<string>;
/** Groups that were changed between their preview and its queueing. */
let late: ReadonlySet<string>;
/** Plans that nobody has closed. */
let plans: Map<string, Plan>;
/** What happens while a preview is made. */
let meanwhile: () => void;

beforeAll(() => i18next.init({ lng: 'cimode' }));

beforeEach(() => {
  closeTask();
  dismissAll();
  groups = ['c', 'b', 'a'].map(removal);
  [stuck, late, plans, meanwhile] = [new Set(), new Set(), new Map(), () => {}];
  const { client } = fakeCore({
    'groups.list': (input) => {
      const { ids } = input as Input<'groups.list'>;
      return { groups: groups.filter(({ id }) => ids === undefined || ids.includes(id)) };
    },
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
    'plans.queue': (input) => {
      const id = (input as Input<'plans.queue'>).plan.slice(1);
      if (late.has(id)) return { group: null, queued: 0, left: 1 };
      groups = groups.map((each) => (each.id === id ? { ...each, state: 'undone' } : each));
      return { group: `u${id}`, queued: 1, left: 0 };
    },
    'plans.get': (input) => plans.get((input as Input<'plans.get'>).plan),
    'plans.close': (input) => {
      plans.delete((input as Input<'plans.close'>).plan);
      return {};
    },
  });
  followCore(client);
});

function removal(id: string): Group {
  const label = { code: 'remove', kind: 'fittings', count: 1, params: { record: id } } as const;
  return { id, state: 'queued', createdAt: 1, sent: false, label };
}

function planOf(group: string): Plan {
  const error = stuck.has(group) ? 1 : 0;
  const counts = { new: 0, changed: 1 - error, same: 0, kept: 0, error, partly: 0 };
  const of = { code: 'remove', count: 1, params: { record: group } } as const;
  return {
    plan: `p${group}`,
    kind: 'fittings',
    label: { code: 'undo', kind: 'fittings', count: 1, params: {}, of },
    state: 'ready',
    counts: { ...counts, ticked: 1 - error },
  };
}

const shown = () => {
  const { open } = taskStore.getState();
  return open?.id === 'plan' ? open.plan.plan : null;
};
const said = () => toastStore.getState().toasts.map(({ text }) => text);
const remembered = () => {
  const bundle = groups.map(({ id }) => id);
  rememberBundle(bundle);
  return bundle;
};
const openAnother = () => {
  openTask({ id: 'import', kind: 'fittings', roots: [] });
};

describe('Undo of several removals', () => {
  it('says which ones cannot be taken back, shows why, and leaves no plan open', async () => {
    stuck = new Set(['b', 'a']);
    await undoBundle(remembered());
    expect(shown()).toBe('pb');
    expect([...plans.keys()]).toEqual(['pb']);
    expect(said()).toEqual(['sheets.undone', 'sheets.undoOthers']);
  });

  it('shows what was changed between the preview and its queueing', async () => {
    late = new Set(['c']);
    await undoBundle(remembered());
    expect(shown()).toBe('pc');
    expect(said()).toEqual(['sheets.undone']);
  });

  it('does not say that anything was undone where nothing was', async () => {
    stuck = new Set(['a', 'b', 'c']);
    await undoBundle(remembered());
    expect(said()).toEqual(['sheets.undoOthers']);
  });

  it('leaves out those that were taken back one by one', async () => {
    remembered();
    groups = groups.map((each) => (each.id === 'b' ? { ...each, state: 'undone' } : each));
    await undoNewest();
    expect(undoStore.getState().error).toBeNull();
    expect(groups.map(({ state }) => state)).toEqual(['undone', 'undone', 'undone']);
    expect(plans.size).toBe(0);
  });

  it('says that nothing is left where all came back', async () => {
    const bundle = remembered();
    await undoNewest();
    await undoBundle(bundle);
    expect(undoStore.getState().error).toBeNull();
    expect(said()).toEqual(['sheets.undone', 'sheets.noUndo']);
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
