import { ACTIVE, isFocusLost } from './focusBack.ts';

/** How long a list may take to come, in milliseconds, before the focus stays where it is. */
const PATIENCE = 5_000;

let stop: () => void = () => {};

/**
 * Moves the focus to the list of the screen that is shown next, as soon as its active line is drawn: after a key
 * that goes to a screen the arrow keys act there. A person who puts the focus elsewhere meanwhile keeps it.
 */
export function focusNextScreen(): void {
  stop();
  const screen = document.getElementById('screen');
  if (screen === null) return;
  const { activeElement: from } = document;
  const old = screen.querySelector(ACTIVE);
  // What has the focus in the old screen goes with it, and what is typed there is kept.
  if (!screen.contains(from)) screen.focus({ preventScroll: true });
  const observer = new MutationObserver(() => look(screen, from, old));
  observer.observe(screen, { childList: true, subtree: true, attributeFilter: ['tabindex'] });
  const timer = setTimeout(() => stop(), PATIENCE);
  stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    stop = () => {};
  };
}

/** Moves the focus to the list that a window opens with, unless something else has it. */
export function focusFirstScreen(): void {
  if (document.activeElement !== document.body) return;
  focusNextScreen();
  const screen = document.getElementById('screen');
  if (screen !== null) look(screen, document.body, null);
}

/** Moves the focus into the list that is shown already; in it, it stays where it is. */
export function focusThisScreen(): void {
  stop();
  const line = document.getElementById('screen')?.querySelector<HTMLElement>(ACTIVE);
  const list = line?.closest('[role="grid"], .virtual-rows');
  if (list?.contains(document.activeElement) !== true) line?.focus({ preventScroll: true });
}

function look(screen: HTMLElement, from: Element | null, old: Element | null): void {
  const { activeElement } = document;
  if (activeElement !== screen && !isFocusLost()) {
    // The old screen is there until the next one is drawn.
    if (activeElement !== from) stop();
    return;
  }
  const line = screen.querySelector<HTMLElement>(ACTIVE);
  if (line === null || line === old) return;
  stop();
  line.focus({ preventScroll: true });
}
