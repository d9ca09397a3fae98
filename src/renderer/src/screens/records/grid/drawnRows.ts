/** Rows drawn beyond what is in view, at either end. */
const OVERSCAN = 3;
/** So many rows come and go together: one drawing of the list for several of them. */
export const STEP = 4;

/** The rows that are drawn, from the first to the last, and how many elements there are for them. */
export interface Drawn {
  readonly first: number;
  readonly last: number;
  readonly slots: number;
}

/** The rows to draw where `top` is the first one in sight and `seen` fit into the view. */
export function drawnRows(top: number, seen: number, count: number): Drawn {
  const slots = Math.ceil((seen + 2 * OVERSCAN) / STEP + 1) * STEP;
  // A list that has become shorter is drawn to its end before the browser has scrolled back to it.
  const lowest = Math.max(Math.ceil((count - slots) / STEP) * STEP, 0);
  const first = Math.min(Math.max(Math.floor((top - OVERSCAN) / STEP) * STEP, 0), lowest);
  return { first, last: Math.min(first + slots, count) - 1, slots };
}

/** The drawn rows in the order that their elements had when `still` was the first of them. */
export function inPlaceOrder({ first, last, slots }: Drawn, still: number): readonly number[] {
  const place = (index: number) => (((index - still) % slots) + slots) % slots;
  const rows = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at);
  return rows.sort((a, b) => place(a) - place(b));
}
