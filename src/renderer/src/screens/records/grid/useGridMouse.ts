import type { MouseEvent } from 'react';
import { select, viewStore } from '../../../state/view.ts';
import { toggled } from '../../../fields/model/selection.ts';
import { listOf, setSelection } from '../state/listStore.ts';
import { beginRange, selectTo } from '../state/selecting.ts';
import { sortBy } from '../state/sorting.ts';
import { lockAt } from './context.ts';
import type { GridContext } from './context.ts';

/** The mouse handlers of the whole grid; one listener for each event. */
export interface GridMouse {
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
}

/**
 * Handles clicks in the grid.
 *
 * A plain click moves to a cell; only the check box, Ctrl and Shift select rows.
 */
export function useGridMouse(context: GridContext): GridMouse {
  return {
    onMouseDown: (event) => {
      // A click with Shift selects rows, not text.
      if (event.shiftKey && placeOf(event) !== null) event.preventDefault();
    },
    onClick: (event) => {
      const place = placeOf(event);
      if (place === null || isControl(event)) return;
      if (place.row < 0) clickHead(context, place.column);
      else clickRow(context, event, place);
    },
    onDoubleClick: (event) => {
      const place = placeOf(event);
      if (place !== null && place.row >= 0 && !isControl(event)) enter(context, place);
    },
  };
}

interface PointedCell {
  readonly row: number;
  readonly column: string;
}

function clickHead({ kind, columns, cursor }: GridContext, column: string): void {
  const name = columns.find(({ id }) => id === column)?.name ?? null;
  if (name !== null) sortBy(kind, name);
  cursor.go({ row: -1, column });
}

function clickRow(
  { kind, rows, cursor }: GridContext,
  event: MouseEvent,
  place: PointedCell,
): void {
  const record = rows.at(place.row);
  if (record === undefined) return;
  const { selection } = listOf(kind);
  const isOpener = event.target instanceof Element && event.target.closest('[data-open]') !== null;
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.shiftKey) {
    beginRange(kind, rows, cursor.row);
    void selectTo(kind, rows, place.row, ctrl);
  } else if (ctrl || place.column === 'check') setSelection(kind, toggled(selection, record.id));
  cursor.go(place);
  const isOpen = (viewStore.getState().selected[kind] ?? null) !== null;
  if (isOpener || (isOpen && !ctrl && !event.shiftKey)) select(kind, record.id);
}

/** Edits a cell on a double click; opens the record if the cell is locked. */
function enter(context: GridContext, place: PointedCell): void {
  const { kind, rows, columns, editing } = context;
  const record = rows.at(place.row);
  const column = columns.find(({ id }) => id === place.column);
  if (record === undefined || column === undefined || column.role === 'check') return;
  if (column.name !== null && lockAt(context, record, column) === null)
    editing.begin(place.row, record, column.name);
  else select(kind, record.id);
}

function placeOf(event: MouseEvent): PointedCell | null {
  if (!(event.target instanceof Element)) return null;
  const column = event.target.closest<HTMLElement>('[data-column]')?.dataset['column'];
  const row = event.target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return column === undefined || row === undefined ? null : { row: Number(row), column };
}

// An open editor and the edge of a head handle their own clicks.
function isControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('.grid-editor, [data-edge]') !== null;
}
