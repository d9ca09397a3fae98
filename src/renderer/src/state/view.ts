import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { resources } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { keptStorage } from './keptStorage.ts';

/** The names of the screens, which screens.ts describes. */
export const SCREEN_IDS = [
  'records',
  'outbox',
  'needsYou',
  'problems',
  'review',
  'plan',
  'activity',
  'settings',
  'knowledge',
] as const;
export type ScreenId = (typeof SCREEN_IDS)[number];

/** The kinds in the order of the rail, the palette and the number keys. */
export const KIND_ORDER: readonly Kind[] = resources
  .toSorted((a, b) => a.order - b.order)
  .map(({ kind }) => kind);

const PANEL = { least: 320, most: 760, first: 440 } as const;

// Invalid values, as from another version, fall back field by field.
const keptSchema = z.object({
  screen: z.enum(SCREEN_IDS).catch('records'),
  kind: z.enum(KINDS).catch(KIND_ORDER[0] ?? KINDS[0]),
  selected: z.partialRecord(z.enum(KINDS), z.string().nullable()).catch({}),
  panelWidth: z.number().catch(PANEL.first),
  density: z.enum(['normal', 'compact']).catch('normal'),
  /** The version whose news were offered; null for a window that was never used. */
  seenVersion: z.string().nullable().catch(''),
  /** When the user last saw the changes of others, in milliseconds since 1970; null: never. */
  seenChangesAt: z.number().nullable().catch(null),
});
type KeptView = z.infer<typeof keptSchema>;

const FIRST: KeptView = { ...keptSchema.parse({}), seenVersion: null };

function isKept(kept: unknown): kept is object {
  return typeof kept === 'object' && kept !== null;
}

/** The open screen, kind and records of the window, restored at the next start. */
export const viewStore = create<KeptView>()(
  persist(() => FIRST, {
    name: 'cabinet:view',
    storage: keptStorage,
    // A view of an earlier version names none, so its window gets the offer too.
    merge: (kept) => (isKept(kept) ? keptSchema.parse(kept) : FIRST),
  }),
);

/** Reads the view inside a component. */
export function useView<T>(pick: (state: KeptView) => T): T {
  return viewStore(pick);
}

/** Notes that the news of a version were offered. */
export function seeVersion(seenVersion: string): void {
  viewStore.setState({ seenVersion });
}

/** Notes that the changes of others up to now were seen. */
export function seeChanges(seenChangesAt: number): void {
  viewStore.setState({ seenChangesAt });
}

/** Opens a screen. */
export function goTo(screen: ScreenId): void {
  viewStore.setState({ screen });
}

/** Opens the list of a kind with its last selection. */
export function goToKind(kind: Kind): void {
  viewStore.setState({ screen: 'records', kind });
}

/** Opens the list of a kind with a record in the panel. */
export function goToRecord(kind: Kind, id: string): void {
  viewStore.setState({ screen: 'records', kind });
  select(kind, id);
}

type OnOpened = (kind: Kind) => void;
let onOpened: OnOpened = () => {};

/**
 * Sets the function that makes room for a record opened beside its list.
 *
 * It is also called when the same record is opened again.
 */
export function onRecordOpened(next: OnOpened): void {
  onOpened = next;
}

/** Opens a record of a kind in the panel; null closes it. */
export function select(kind: Kind, id: string | null): void {
  viewStore.setState(({ selected }) => ({ selected: { ...selected, [kind]: id } }));
  const { screen, kind: shown } = viewStore.getState();
  if (id !== null && screen === 'records' && shown === kind) onOpened(kind);
}

const onClosed: (() => void)[] = [];

/** Adds a function that resets list state when another profile is opened. */
export function onRecordsClosed(forget: () => void): void {
  onClosed.push(forget);
}

/** Closes the open record of every kind, because another profile was opened. */
export function closeRecords(): void {
  viewStore.setState({ selected: {}, seenChangesAt: null });
  for (const forget of onClosed) forget();
}

/** Sets the width of the panel, clamped so that the list keeps room. */
export function setPanelWidth(width: number): void {
  const panelWidth = Math.round(Math.min(Math.max(width, PANEL.least), PANEL.most));
  viewStore.setState({ panelWidth });
}

/** Sets the row height of lists. */
export function setDensity(density: KeptView['density']): void {
  viewStore.setState({ density });
}

/** Returns the height of a list row in pixels. */
export function rowHeight(density: KeptView['density']): number {
  return density === 'compact' ? 28 : 32;
}
