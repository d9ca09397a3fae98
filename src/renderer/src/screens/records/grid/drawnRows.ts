/** Rows drawn beyond the view at each end. */
const OVERSCAN = 3;
/**
 * Rows are added and removed in groups of this size, so that a scrolling list renders less often.
 */
export const STEP = 4;

/** The range of drawn rows, and the number of elements for them. */
export interface Drawn {
  readonly first: number;
  readonly last: number;
  readonly slots: number;
}

/**
 * Returns the rows to draw when `top` is the first visible row and `seen` rows fit into the view.
 */
export function drawnRows(top: number, seen: number, count: number): Drawn {
  const slots = Math.ceil((seen + 2 * OVERSCAN) / STEP + 1) * STEP;
  // A list that became shorter is drawn to its end before the browser has scrolled back.
  const lowest = Math.max(Math.ceil((count - slots) / STEP) * STEP, 0);
  const first = Math.min(Math.max(Math.floor((top - OVERSCAN) / STEP) * STEP, 0), lowest);
  return { first, last: Math.min(first + slots, count) - 1, slots };
}

/** Returns the drawn rows in the element order they had when `still` was the first of them. */
export function inPlaceOrder({ first, last, slots }: Drawn, still: number): readonly number[] {
  const place = (index: number) => (((index - still) % slots) + slots) % slots;
  const rows = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at);
  return rows.sort((a, b) => place(a) - place(b));
}
