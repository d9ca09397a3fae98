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
/** The position in a list: scroll offset, active row and column. */
type ListPosition = Readonly<z.infer<typeof spotSchema>>;
type Spots = Readonly<Partial<Record<Kind, ListPosition>>>;

const FIRST_SPOT: ListPosition = { scroll: 0, row: 0, id: null, column: null };

const keptSchema = z.object({
  spots: z.partialRecord(z.enum(KINDS), spotSchema.optional().catch(undefined)).catch({}),
});

/** The positions stored by the last window. */
const keptSpots = create<{ readonly spots: Spots }>()(
  persist(() => ({ spots: {} }), {
    name: 'cabinet:spots',
    storage: keptStorage,
    merge: (kept) => keptSchema.parse(typeof kept === 'object' && kept !== null ? kept : {}),
  }),
);

// Scrolling changes a position many times a second: it is kept in a variable, and written only when
// the page closes.
let spots: Spots = keptSpots.getState().spots;

/** Returns the last position in a list, from this window or the previous one. */
export function spotOf(kind: Kind): ListPosition {
  return spots[kind] ?? FIRST_SPOT;
}

/** Stores the position in a list. */
export function setSpot(kind: Kind, change: Partial<ListPosition>): void {
  spots = { ...spots, [kind]: { ...spotOf(kind), ...change } };
}

/** Writes the positions when the page closes; returns a function that stops this. */
export function keepSpots(): () => void {
  window.addEventListener('pagehide', write);
  return () => window.removeEventListener('pagehide', write);
}

function write(): void {
  keptSpots.setState({ spots });
}

// Another catalogue has other records.
onRecordsClosed(() => {
  spots = {};
  write();
});
