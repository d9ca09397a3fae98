/** Gives the active cell of the list the focus. */
export function focusGrid(): void {
  const cell = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  cell?.focus();
}
