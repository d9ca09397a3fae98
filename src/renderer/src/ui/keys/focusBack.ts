/** What stands over the page, and goes again. */
const OVER = '#overlays, [role="dialog"], .toasts';
/** Where a focus can be laid down that was lost: what a person would name as the place where they are. */
const PLACE = 'main, aside, [role="dialog"], [role="tabpanel"], [tabindex]';
/** The line of a list that keys act on, and a grid itself while that line is not drawn. */
export const ACTIVE =
  '[role="grid"] [tabindex="0"], [role="grid"][tabindex="0"], .virtual-rows [tabindex="0"]';
/** Who knows better where the focus goes has put it there by then. */
const MOMENT_MS = 100;

/** An element and what it stands in, the innermost first. */
type Chain = readonly HTMLElement[];

/** What had the focus last, and what had it last outside of everything that stands over the page. */
let last: Chain = [];
let before: Chain = [];
/** Where a lost focus was laid down, for as long as it stays there. */
let rest: HTMLElement | null = null;

/** Notes where the focus goes. */
export function noteFocus({ target }: Pick<FocusEvent, 'target'>): void {
  if (!(target instanceof HTMLElement)) return;
  if (target !== rest) rest = null;
  last = withParents(target);
  if (target.closest(OVER) === null) before = last;
}

function withParents(element: HTMLElement): Chain {
  const parent = element.parentElement;
  return parent === null ? [element] : [element, ...withParents(parent)];
}

/** Tells whether the focus is nowhere, or only where it was laid down since what had it is gone. */
export function isFocusLost(): boolean {
  return isNowhere() || document.activeElement === rest;
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

/** When a dialog has closed and left the focus nowhere, who had it before gets it back; else the list. */
export function giveFocusBack(): void {
  const [first] = before;
  if (first === undefined || !isFocusLost()) return;
  if (!isGone(first)) first.focus();
  else layIn(document.querySelector<HTMLElement>(ACTIVE) ?? placeOf(before));
}

/** What is left of what it stood in. */
function placeOf(chain: Chain): HTMLElement | undefined {
  return chain.find((each) => !isGone(each) && each.matches(PLACE));
}

/** Looks after the focus until the function that it gives is called. */
export function watchFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    // Not put off by what changes meanwhile: while something runs that never ends.
    if (timer === undefined && hasGone()) timer = setTimeout(look, MOMENT_MS);
  };
  const look = () => {
    timer = undefined;
    layFocusDown();
  };
  const observer = new MutationObserver(wait);
  const attributeFilter = ['disabled'];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  document.addEventListener('focusin', noteFocus);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', noteFocus);
  };
}

/** What had the focus is gone with it: not where somebody pressed beside everything. */
function hasGone(): boolean {
  const [first] = last;
  return isNowhere() && first !== undefined && isGone(first);
}

/** It is drawn no more, or takes no key any more: a browser takes the focus from both. */
function isGone(element: HTMLElement): boolean {
  return !element.isConnected || element.matches(':disabled');
}

/** Lays a focus down that went with what had it: nearby, so that a keyboard does not begin again at the top. */
export function layFocusDown(): void {
  if (!hasGone()) return;
  const place = placeOf(last);
  if (place === undefined) giveFocusBack();
  else layIn(place.querySelector<HTMLElement>(ACTIVE) ?? place);
}

function layIn(element: HTMLElement | undefined): void {
  if (element === undefined) return;
  rest = element;
  if (!element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
