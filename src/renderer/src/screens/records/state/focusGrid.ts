/** Focuses the active cell of the list. */
export function focusGrid(): void {
  const cell = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  cell?.focus();
}
