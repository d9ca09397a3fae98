import { ACTIVE, isFocusLost } from './focusBack.ts';

/** Longest wait for a list in milliseconds; then the focus stays. */
const PATIENCE = 5_000;

let stop: () => void = () => {};

/**
 * Moves the focus to the list of the next screen once its active row is rendered.
 *
 * Arrow keys then act there after a shortcut that opens a screen. If the user focuses something
 * else meanwhile, that stays.
 */
export function focusNextScreen(): void {
  stop();
  const screen = document.getElementById('screen');
  if (screen === null) return;
  const { activeElement: from } = document;
  const old = screen.querySelector(ACTIVE);
  // Blurring saves the text being typed in the old screen, whose fields disappear.
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

/** Moves the focus to the first list of a new window, unless something has the focus. */
export function focusFirstScreen(): void {
  if (document.activeElement !== document.body) return;
  focusNextScreen();
  const screen = document.getElementById('screen');
  if (screen !== null) look(screen, document.body, null);
}

/** Moves the focus into the shown list, unless it is already inside. */
export function focusThisScreen(): void {
  stop();
  const line = document.getElementById('screen')?.querySelector<HTMLElement>(ACTIVE);
  const list = line?.closest('[role="grid"], .virtual-rows');
  if (list?.contains(document.activeElement) !== true) line?.focus({ preventScroll: true });
}

function look(screen: HTMLElement, from: Element | null, old: Element | null): void {
  const { activeElement } = document;
  if (activeElement !== screen && !isFocusLost()) {
    // The old screen stays until the next one is rendered.
    if (activeElement !== from) stop();
    return;
  }
  const line = screen.querySelector<HTMLElement>(ACTIVE);
  if (line === null || line === old) return;
  stop();
  line.focus({ preventScroll: true });
}
