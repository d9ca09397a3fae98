import { create } from 'zustand';

/** Counts the requests to focus the panel, and holds the requested field. */
export const panelFocus = create<{ readonly asked: number; readonly path: string | null }>(() => ({
  asked: 0,
  path: null,
}));

/** Focuses a field of the panel, or the first one, as soon as its record is loaded. */
export function goIntoPanel(path: string | null = null): void {
  panelFocus.setState(({ asked }) => ({ asked: asked + 1, path }));
}

/** Returns the path of the form field that has the focus. */
export function placeInFocus(): string | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? (activeElement.dataset['path'] ?? null) : null;
}
