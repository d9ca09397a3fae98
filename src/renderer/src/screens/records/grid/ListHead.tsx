import { useMemo } from 'react';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { moveColumn, sizeColumn } from '../../../fields/model/columns.ts';
import type { Column, ColumnPrefs } from '../../../fields/model/columns.ts';
import { holdsAll, NOTHING_SELECTED } from '../../../fields/model/selection.ts';
import { listOf, setSelection, setShape, useList } from '../state/listStore.ts';
import type { Rows } from '../state/rowStore.ts';
import { selectAll } from '../state/selecting.ts';
import { rowStoreOf } from '../state/useRows.ts';
import { GridHead } from './GridHead.tsx';
import type { HeadActions } from './GridHead.tsx';

interface ListHeadProps {
  readonly kind: Kind;
  readonly columns: readonly Column[];
  readonly rows: Rows;
  /** The active column, when the head is the active row. */
  readonly active: string | null;
}

/**
 * Draws the head of a list.
 *
 * Its props stay the same while rows load, so it is not rendered again with them.
 */
export function ListHead({ kind, columns, rows, active }: ListHeadProps) {
  const chosen = useList(kind, (list) => list.shape.sort);
  const selected = useList(kind, (list) => list.selection.ids);
  const sort = useMemo(() => {
    const { key, title } = resourceOf(kind);
    return chosen ?? { field: key ?? title, descending: false };
  }, [chosen, kind]);
  const actions = useMemo(() => headActions(kind), [kind]);
  const all = useMemo(() => allSelected(rows, selected), [rows, selected]);
  return <GridHead {...{ columns, sort, active, actions }} allSelected={all} />;
}

// Null draws the box as partly checked: some rows are selected, but not all.
function allSelected(rows: Rows, ids: ReadonlySet<string>): boolean | null {
  if (ids.size === 0) return false;
  return holdsAll(rows, ids) ? true : null;
}

/** Returns the actions for the head of a list. */
export function headActions(kind: Kind): HeadActions {
  const resource = resourceOf(kind);
  const change = (to: (old: ColumnPrefs) => ColumnPrefs) =>
    setShape(kind, { columns: to(listOf(kind).shape.columns) });
  return {
    selectAll: () => {
      const rows = rowStoreOf(kind).snapshot();
      const { query } = rows;
      const { ids } = listOf(kind).selection;
      if (query === null || holdsAll(rows, ids)) setSelection(kind, NOTHING_SELECTED);
      else void selectAll(kind, query);
    },
    move: (id, target) => change((old) => moveColumn(resource, old, id, target)),
    size: (id, width) => change((old) => sizeColumn(old, id, width)),
  };
}
