/** Elements above the page that disappear again. */
const OVER = '#overlays, [role="dialog"], .toasts';
/** Elements that may take a lost focus. */
const PLACE = 'main, aside, [role="dialog"], [role="tabpanel"], [tabindex]';
/** The active row of a list, or its grid while that row is not rendered. */
export const ACTIVE =
  '[role="grid"] [tabindex="0"], [role="grid"][tabindex="0"], .virtual-rows [tabindex="0"]';
/** Wait that lets other code place the focus first, in milliseconds. */
const MOMENT_MS = 100;

/** An element and its ancestors, innermost first. */
type Chain = readonly HTMLElement[];

/** The last focused element, and the last one outside of overlays. */
let last: Chain = [];
let before: Chain = [];
/** The element that was given a lost focus, while it keeps it. */
let rest: HTMLElement | null = null;

/** Notes a new focus. */
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

/** Returns whether nothing has the focus, or only a substitute for a removed element. */
export function isFocusLost(): boolean {
  return isNowhere() || document.activeElement === rest;
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

/**
 * Returns the focus to the element that had it before a dialog, otherwise to the list.
 *
 * Does nothing when another element has the focus.
 */
export function giveFocusBack(): void {
  const [first] = before;
  if (first === undefined || !isFocusLost()) return;
  if (!isGone(first)) first.focus();
  else layIn(document.querySelector<HTMLElement>(ACTIVE) ?? placeOf(before));
}

/** Returns the closest remaining ancestor that can take the focus. */
function placeOf(chain: Chain): HTMLElement | undefined {
  return chain.find((each) => !isGone(each) && each.matches(PLACE));
}

/**
 * Watches for a lost focus.
 *
 * Returns the function that stops this.
 */
export function watchFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    // The timer is not reset by later changes of the page, because those of an active run could
    // delay it forever.
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

/**
 * Returns whether the focused element was removed.
 *
 * A click beside everything does not count.
 */
function hasGone(): boolean {
  const [first] = last;
  return isNowhere() && first !== undefined && isGone(first);
}

/** Returns whether an element is removed or disabled; a browser takes the focus from both. */
function isGone(element: HTMLElement): boolean {
  return !element.isConnected || element.matches(':disabled');
}

/**
 * Moves the focus of a removed element nearby.
 *
 * Otherwise the keyboard would start again at the top.
 */
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
