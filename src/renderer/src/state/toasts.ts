import { create } from 'zustand';

/**
 * One toast, with an undo or redo action if there is one.
 *
 * A `bad` toast says why an action failed.
 */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly undo: (() => void) | null;
  /** The label of the action: Redo after something was undone, otherwise Undo. */
  readonly back: 'undo' | 'redo';
  /**
   * Time of the action when this toast is the only way to undo it.
   *
   * Null when the outbox can undo it too.
   */
  readonly alone: number | null;
}

const STAYS = 5_000;
const STAYS_WITH_UNDO = 10_000;
let last = 0;
let held = false;

export const toastStore = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/**
 * Confirms an action.
 *
 * Errors are shown where they belong; only errors without a place are shown as toasts.
 */
export function toast(
  text: string,
  undo: (() => void) | null = null,
  tone: Toast['tone'] = 'good',
): void {
  show({ text, tone, undo, back: 'undo', alone: null });
}

/**
 * Shows a state without an undo action.
 *
 * It replaces an earlier toast with the same text.
 */
export function toastStanding(text: string): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.text !== text) }));
  toast(text);
}

/** Confirms an undo; the toast's action redoes it. */
export function toastUndone(text: string, redo: () => void): void {
  show({ text, tone: 'good', undo: redo, back: 'redo', alone: null });
}

/**
 * Confirms an action that the outbox does not know.
 *
 * While this toast is shown, Undo reverts the action.
 */
export function toastAlone(text: string, undo: () => void): void {
  show({ text, tone: 'good', undo, back: 'undo', alone: Date.now() });
}

function show(given: Omit<Toast, 'id'>): void {
  const id = ++last;
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), { id, ...given }] }));
  setTimeout(() => expire(id), given.undo === null ? STAYS : STAYS_WITH_UNDO);
}

/** Returns the latest toast that is the only undo of an action after `since`. */
export function newestAlone(toasts: readonly Toast[], since: number): Toast | undefined {
  return toasts.findLast(({ alone }) => alone !== null && alone > since);
}

/**
 * Undoes the latest action after `since` that only a toast can undo.
 *
 * Returns whether there was one.
 */
export function undoAlone(since: number): boolean {
  const found = newestAlone(toastStore.getState().toasts, since);
  if (found === undefined) return false;
  dismissToast(found.id);
  found.undo?.();
  return true;
}

/**
 * Keeps toasts while the user points at or focuses them.
 *
 * A toast may be the only way to undo.
 */
export function holdToasts(hold: boolean): void {
  held = hold;
}

function expire(id: number): void {
  if (held) setTimeout(() => expire(id), STAYS);
  else dismissToast(id);
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  // A removed toast sends no event that the pointer or focus has left it.
  held = false;
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}

/** Removes all toasts. */
export function dismissAll(): void {
  toastStore.setState({ toasts: [] });
}
