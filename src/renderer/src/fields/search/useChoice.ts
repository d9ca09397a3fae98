import { useState } from 'react';

/**
 * Returns the row that Enter picks: the first one, until the user moves to another.
 *
 * The chosen row stays chosen when its position changes.
 */
export function useChoice(items: readonly { readonly id: string }[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    items.findIndex(({ id }) => id === chosen),
    0,
  );
  const last = Math.max(items.length - 1, 0);
  const setAt = (to: number) => setChosen(items[to]?.id ?? null);
  const move = (by: number) => {
    const wraps = Math.abs(by) === 1 && (at + by < 0 || at + by > last);
    setAt(wraps ? (by > 0 ? 0 : last) : Math.min(Math.max(at + by, 0), last));
  };
  return { at, isChosen: items[at]?.id === chosen, move, setAt, begin: () => setChosen(null) };
}
