/** What is selected in one list: records by id, drawn or not. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The record from which Shift extends, wherever the list has it by then. */
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Takes a record in or out. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Takes records out that are not to be selected any more. */
export function without({ ids, anchor }: Selection, gone: ReadonlySet<string>): Selection {
  const left = [...ids].filter((id) => !gone.has(id));
  return { ids: new Set(left), anchor: anchor !== null && gone.has(anchor) ? null : anchor };
}

/** Keeps a record selected that stands under another id by now. */
export function renamed({ ids, anchor }: Selection, from: string, to: string): Selection {
  const nameOf = (id: string) => (id === from ? to : id);
  return { ids: new Set([...ids].map(nameOf)), anchor: anchor === null ? null : nameOf(anchor) };
}

/** The rows of a list as far as they are here. */
interface Shown {
  readonly total: number | null;
  readonly at: (index: number) => { readonly id: string } | undefined;
}

/** Tells whether all that a list shows is selected, as far as its rows are here: what is selected may stand in no row. */
export function holdsAll({ total, at }: Shown, ids: ReadonlySet<string>): boolean {
  if (total === null || ids.size < total) return false;
  for (let row = 0; row < total; row += 1) {
    const here = at(row);
    if (here !== undefined && !ids.has(here.id)) return false;
  }
  return true;
}

/** Selects all records of a range; one without the anchor in it has a new anchor in its first record. */
export function extended(
  { ids, anchor }: Selection,
  range: readonly string[],
  keepOthers: boolean,
): Selection {
  const begun = anchor !== null && range.includes(anchor) ? anchor : (range[0] ?? null);
  return { ids: new Set(keepOthers ? [...ids, ...range] : range), anchor: begun };
}

/** The rows from one to another, both included; the other alone where the one is not in the list. */
export function rangeOf(from: number, row: number): { first: number; last: number } {
  const begun = from < 0 ? row : from;
  return { first: Math.min(begun, row), last: Math.max(begun, row) };
}
