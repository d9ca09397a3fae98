import { create } from 'zustand';

/** One confirmation, with a way back where there is one; `bad` is why something was not done. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly undo: (() => void) | null;
}

const STAYS = 5_000;
const STAYS_WITH_UNDO = 10_000;
let last = 0;

export const toastStore = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/** Confirms something that was done. An error stays where it belongs; only one without a place is told here. */
export function toast(
  text: string,
  undo: (() => void) | null = null,
  tone: Toast['tone'] = 'good',
): void {
  const id = ++last;
  toastStore.setState(({ toasts }) => ({
    toasts: [...toasts.slice(-2), { id, text, tone, undo }],
  }));
  setTimeout(() => dismissToast(id), undo === null ? STAYS : STAYS_WITH_UNDO);
}

/** Takes a confirmation away. */
export function dismissToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}

/** Takes every confirmation away. */
export function dismissAll(): void {
  toastStore.setState({ toasts: [] });
}
