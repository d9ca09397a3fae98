import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { keptStorage } from '../../../state/keptStorage.ts';
import { onRecordOpened, onRecordsClosed } from '../../../state/view.ts';
import { known, PLAIN_LIST, shapeSchema } from '../../../fields/model/views.ts';
import type { ListShape } from '../../../fields/model/views.ts';
import { NOTHING_SELECTED } from '../../../fields/model/selection.ts';
import type { Selection } from '../../../fields/model/selection.ts';

/** The state of a list: its shape, saved view and selection. */
export interface ListState {
  readonly shape: ListShape;
  readonly view: string | null;
  readonly selection: Selection;
  /** True while the form of a new record is open in the panel. */
  readonly adding: boolean;
}

const FIRST: ListState = {
  shape: PLAIN_LIST,
  view: null,
  selection: NOTHING_SELECTED,
  adding: false,
};

type Lists = Readonly<Partial<Record<Kind, ListState>>>;

// A list opens again with its shape and view; the selection is not stored.
const keptSchema = z.object({
  lists: z
    .partialRecord(
      z.enum(KINDS),
      z.object({ shape: shapeSchema, view: z.string().nullable().catch(null) }),
    )
    .catch({}),
});

export const listStore = create<{ readonly lists: Lists }>()(
  persist(() => ({ lists: {} }), {
    name: 'cabinet:records',
    storage: keptStorage,
    partialize: ({ lists }) => ({ lists: kept(lists) }),
    merge: (stored) => ({ lists: restored(stored) }),
  }),
);

function kept(lists: Lists): Record<string, { shape: ListShape; view: string | null }> {
  return Object.fromEntries(
    Object.entries(lists).map(([kind, { shape, view }]) => [kind, { shape, view }]),
  );
}

function restored(stored: unknown): Lists {
  const parsed = keptSchema.safeParse(stored);
  if (!parsed.success) return {};
  const { lists } = parsed.data;
  const left = KINDS.flatMap((kind): [Kind, ListState][] => {
    const list = lists[kind];
    if (list === undefined) return [];
    return [[kind, { ...FIRST, ...list, shape: known(resourceOf(kind), list.shape) }]];
  });
  return Object.fromEntries(left);
}

/** Returns the state of a list, for use outside a component. */
export function listOf(kind: Kind): ListState {
  return listStore.getState().lists[kind] ?? FIRST;
}

/** Returns a part of the state of a list, inside a component. */
export function useList<T>(kind: Kind, pick: (list: ListState) => T): T {
  return listStore(({ lists }) => pick(lists[kind] ?? FIRST));
}

export function setList(kind: Kind, change: Partial<ListState>): void {
  listStore.setState(({ lists }) => ({
    lists: { ...lists, [kind]: { ...(lists[kind] ?? FIRST), ...change } },
  }));
}

// Opening a record closes the form of a new record; its draft is kept.
onRecordOpened((kind) => {
  if (listOf(kind).adding) setList(kind, { adding: false });
});

// A search text from another catalogue would hide most records of this one.
onRecordsClosed(() => {
  for (const kind of KINDS) if (listOf(kind).shape.search !== '') setShape(kind, { search: '' });
});

/** Changes parts of the shape of a list. */
export function setShape(kind: Kind, change: Partial<ListShape>): void {
  setList(kind, { shape: { ...listOf(kind).shape, ...change } });
}

/** Sets the selection of a list. */
export function setSelection(kind: Kind, selection: Selection): void {
  setList(kind, { selection });
}
