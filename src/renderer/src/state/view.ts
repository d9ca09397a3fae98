import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { keptStorage } from './keptStorage.ts';

/** The names of the screens; what each is stands in screens.ts. */
export const SCREEN_IDS = [
  'records',
  'outbox',
  'needsYou',
  'problems',
  'review',
  'plan',
  'activity',
  'settings',
] as const;
export type ScreenId = (typeof SCREEN_IDS)[number];

/** The kinds in the order of the rail and of Alt+1…4. */
export const KIND_ORDER: readonly Kind[] = ['products', 'fittings', 'materials', 'edge-bands'];

const PANEL = { least: 320, most: 760, first: 440 } as const;

// What was kept by another version falls back field by field.
const keptSchema = z.object({
  screen: z.enum(SCREEN_IDS).catch('records'),
  kind: z.enum(KINDS).catch('products'),
  selected: z.partialRecord(z.enum(KINDS), z.string().nullable()).catch({}),
  panelWidth: z.number().catch(PANEL.first),
  density: z.enum(['normal', 'compact']).catch('normal'),
});
type Kept = z.infer<typeof keptSchema>;

/** Where the person is in the window, as left the last time. */
export const viewStore = create<Kept>()(
  persist(() => keptSchema.parse({}), {
    name: 'cabinet:view',
    storage: keptStorage,
    merge: (kept) => keptSchema.parse(typeof kept === 'object' ? kept : {}),
  }),
);

/** Reads the view inside a component. */
export function useView<T>(pick: (state: Kept) => T): T {
  return viewStore(pick);
}

/** Goes to a screen. */
export function goTo(screen: ScreenId): void {
  viewStore.setState({ screen });
}

/** Goes to the list of a kind; what was selected there stays selected. */
export function goToKind(kind: Kind): void {
  viewStore.setState({ screen: 'records', kind });
}

/** Goes to a record: its list, with the record open in the panel. */
export function goToRecord(kind: Kind, id: string): void {
  viewStore.setState({ screen: 'records', kind });
  select(kind, id);
}

type OnOpened = (kind: Kind) => void;
let onOpened: OnOpened = () => {};

/** Says who makes room for a record that is opened beside its list, the one that was open before too. */
export function onRecordOpened(next: OnOpened): void {
  onOpened = next;
}

/** Opens a record of a kind in the panel, or none. */
export function select(kind: Kind, id: string | null): void {
  viewStore.setState(({ selected }) => ({ selected: { ...selected, [kind]: id } }));
  const { screen, kind: shown } = viewStore.getState();
  if (id !== null && screen === 'records' && shown === kind) onOpened(kind);
}

const onClosed: (() => void)[] = [];

/** Adds who forgets what lists were left at when another catalogue is opened. */
export function onRecordsClosed(forget: () => void): void {
  onClosed.push(forget);
}

/** Opens no record of any kind: what they were opened in is another catalogue. */
export function closeRecords(): void {
  viewStore.setState({ selected: {} });
  for (const forget of onClosed) forget();
}

/** Sets the width of the panel, within what leaves room for the list. */
export function setPanelWidth(width: number): void {
  const panelWidth = Math.round(Math.min(Math.max(width, PANEL.least), PANEL.most));
  viewStore.setState({ panelWidth });
}

/** Sets how tall the rows of lists are. */
export function setDensity(density: Kept['density']): void {
  viewStore.setState({ density });
}

/** The height of a row of a list in pixels. */
export function rowHeight(density: Kept['density']): number {
  return density === 'compact' ? 28 : 32;
}
