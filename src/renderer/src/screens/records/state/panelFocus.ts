import { create } from 'zustand';

/** Counts how often someone asked to go into the panel, and to which place of its form. */
export const panelFocus = create<{ readonly asked: number; readonly path: string | null }>(() => ({
  asked: 0,
  path: null,
}));

/** Moves the focus into the panel as soon as its record is there: to a place of its form, or the first. */
export function goIntoPanel(path: string | null = null): void {
  panelFocus.setState(({ asked }) => ({ asked: asked + 1, path }));
}

/** The place of a form that has the focus now. */
export function placeInFocus(): string | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? (activeElement.dataset['path'] ?? null) : null;
}
