import { create } from 'zustand';

/** One confirmation, with a way back where there is one; `bad` is why something was not done. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly undo: (() => void) | null;
  /** What the way back is called: that from something undone does it again. */
  readonly back: 'undo' | 'redo';
  /** When it was done, where this is the only way back; null where the outbox knows of it too. */
  readonly alone: number | null;
}

const STAYS = 5_000;
const STAYS_WITH_UNDO = 10_000;
let last = 0;
let held = false;

export const toastStore = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/** Confirms something that was done. An error stays where it belongs; only one without a place is told here. */
export function toast(
  text: string,
  undo: (() => void) | null = null,
  tone: Toast['tone'] = 'good',
): void {
  show({ text, tone, undo, back: 'undo', alone: null });
}

/** Tells how things stand; told again it takes the place of what was told before, and of no way back. */
export function toastStanding(text: string): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.text !== text) }));
  toast(text);
}

/** Confirms that something was undone; the way back from that does it again. */
export function toastUndone(text: string, redo: () => void): void {
  show({ text, tone: 'good', undo: redo, back: 'redo', alone: null });
}

/** Confirms what the outbox knows nothing of: for as long as this stands, Undo takes it back. */
export function toastAlone(text: string, undo: () => void): void {
  show({ text, tone: 'good', undo, back: 'undo', alone: Date.now() });
}

function show(given: Omit<Toast, 'id'>): void {
  const id = ++last;
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), { id, ...given }] }));
  setTimeout(() => expire(id), given.undo === null ? STAYS : STAYS_WITH_UNDO);
}

/** The confirmation that alone knows of the last thing that was done, if that was after a time. */
export function newestAlone(toasts: readonly Toast[], since: number): Toast | undefined {
  return toasts.findLast(({ alone }) => alone !== null && alone > since);
}

/** Takes back the last thing that a confirmation alone knows of, if it was done after a time; tells whether it did. */
export function undoAlone(since: number): boolean {
  const found = newestAlone(toastStore.getState().toasts, since);
  if (found === undefined) return false;
  dismissToast(found.id);
  found.undo?.();
  return true;
}

/** Nothing goes from under the hand or the focus of a person: it may be the last way back. */
export function holdToasts(hold: boolean): void {
  held = hold;
}

function expire(id: number): void {
  if (held) setTimeout(() => expire(id), STAYS);
  else dismissToast(id);
}

/** Takes a confirmation away. */
export function dismissToast(id: number): void {
  // Who goes with it tells nobody that they have left.
  held = false;
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}

/** Takes every confirmation away. */
export function dismissAll(): void {
  toastStore.setState({ toasts: [] });
}
