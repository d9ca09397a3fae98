import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { keptStorage } from '../../../state/keptStorage.ts';
import { onRecordsClosed } from '../../../state/view.ts';

const spotSchema = z.object({
  scroll: z.number().min(0),
  row: z.int().min(-1),
  id: z.string().nullable(),
  column: z.string().nullable(),
});
/** Where in a list the person is: how far scrolled, on which row and column. */
type ListPosition = Readonly<z.infer<typeof spotSchema>>;
type Spots = Readonly<Partial<Record<Kind, ListPosition>>>;

const FIRST_SPOT: ListPosition = { scroll: 0, row: 0, id: null, column: null };

const keptSchema = z.object({
  spots: z.partialRecord(z.enum(KINDS), spotSchema.optional().catch(undefined)).catch({}),
});

/** The spots as the last window left them. */
const keptSpots = create<{ readonly spots: Spots }>()(
  persist(() => ({ spots: {} }), {
    name: 'cabinet:spots',
    storage: keptStorage,
    merge: (kept) => keptSchema.parse(typeof kept === 'object' && kept !== null ? kept : {}),
  }),
);

// A list that scrolls changes its spot many times a second: no store is told, and nothing is written, until it is left.
let spots: Spots = keptSpots.getState().spots;

/** Where a list was left, by this window or the one before. */
export function spotOf(kind: Kind): ListPosition {
  return spots[kind] ?? FIRST_SPOT;
}

/** Notes where a list is left. */
export function setSpot(kind: Kind, change: Partial<ListPosition>): void {
  spots = { ...spots, [kind]: { ...spotOf(kind), ...change } };
}

/** Keeps the spots for the next window until the function that it gives is called. */
export function keepSpots(): () => void {
  window.addEventListener('pagehide', write);
  return () => window.removeEventListener('pagehide', write);
}

function write(): void {
  keptSpots.setState({ spots });
}

// The records of another catalogue stand elsewhere.
onRecordsClosed(() => {
  spots = {};
  write();
});
