/** The selection of one list: record ids, loaded or not. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The record where a Shift selection starts, or its row if the record is not loaded. */
  readonly anchor: string | number | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Adds a record to the selection, or removes it. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Removes records from the selection. */
export function without({ ids, anchor }: Selection, gone: ReadonlySet<string>): Selection {
  const left = [...ids].filter((id) => !gone.has(id));
  return { ids: new Set(left), anchor: isIn(gone, anchor) ? null : anchor };
}

function isIn(ids: ReadonlySet<string>, anchor: Selection['anchor']): boolean {
  return typeof anchor === 'string' && ids.has(anchor);
}

/** Replaces the id of a selected record that got a new one. */
export function renamed({ ids, anchor }: Selection, from: string, to: string): Selection {
  const nameOf = (id: string) => (id === from ? to : id);
  return { ids: new Set([...ids].map(nameOf)), anchor: anchor === from ? to : anchor };
}

/** The loaded rows of a list. */
interface Shown {
  readonly total: number | null;
  readonly at: (index: number) => { readonly id: string } | undefined;
}

/**
 * Returns whether all loaded rows of a list are selected, and at least as many records as it has.
 *
 * The selection may also hold records that the list does not show.
 */
export function holdsAll({ total, at }: Shown, ids: ReadonlySet<string>): boolean {
  if (total === null || ids.size < total) return false;
  for (let row = 0; row < total; row += 1) {
    const here = at(row);
    if (here !== undefined && !ids.has(here.id)) return false;
  }
  return true;
}

/** Selects a range; if the anchor is outside, the first record of the range becomes the anchor. */
export function extended(
  { ids, anchor }: Selection,
  range: readonly string[],
  keepOthers: boolean,
): Selection {
  const begun = isIn(new Set(range), anchor) ? anchor : (range[0] ?? null);
  return { ids: new Set(keepOthers ? [...ids, ...range] : range), anchor: begun };
}

/** Returns the rows between two rows, both included; only `row` if `from` is not in the list. */
export function rangeOf(from: number, row: number): { first: number; last: number } {
  const begun = from < 0 ? row : from;
  return { first: Math.min(begun, row), last: Math.max(begun, row) };
}
