/** What had the focus last outside of everything that stands over the page. */
let before: HTMLElement | null = null;

/** Notes where the focus goes. */
export function noteFocus({ target }: Pick<FocusEvent, 'target'>): void {
  if (target instanceof HTMLElement && target.closest('#overlays, [role="dialog"]') === null)
    before = target;
}

/** When a dialog has closed and left the focus nowhere, who had it before gets it back; else the list. */
export function giveFocusBack(): void {
  const { activeElement, body } = document;
  if (before === null || (activeElement !== null && activeElement !== body)) return;
  const active = '[role="grid"] [tabindex="0"]';
  const next = before.isConnected ? before : document.querySelector<HTMLElement>(active);
  next?.focus();
}
