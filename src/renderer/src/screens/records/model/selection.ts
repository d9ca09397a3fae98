/** What is selected in one list: records by id, drawn or not. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row from which Shift extends. */
  readonly anchor: number | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Selects one record alone. */
export function only(id: string, row: number): Selection {
  return { ids: new Set([id]), anchor: row };
}

/** Takes a record in or out. */
export function toggled(selection: Selection, id: string, row: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: row };
}

/** Selects all records from the anchor to a row, given the ids of that range. */
export function extended(
  selection: Selection,
  range: readonly string[],
  keepOthers: boolean,
): Selection {
  const ids = new Set(keepOthers ? [...selection.ids, ...range] : range);
  return { ids, anchor: selection.anchor };
}

/** The rows from the anchor to a row, both included. */
export function rangeOf(selection: Selection, row: number): { first: number; last: number } {
  const anchor = selection.anchor ?? row;
  return { first: Math.min(anchor, row), last: Math.max(anchor, row) };
}
