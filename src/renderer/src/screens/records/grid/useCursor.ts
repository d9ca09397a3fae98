import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import type { Column } from '../../../fields/model/columns.ts';
import { setSpot, spotOf } from '../state/spots.ts';
import type { Rows } from '../state/rowStore.ts';
import { standIn, standOn } from './standing.ts';
import type { ActiveCell } from './standing.ts';
import { HEAD_HEIGHT } from './useGridVirtual.ts';

/** The active cell; row -1 is the head. */
export interface CellPosition {
  readonly row: number;
  readonly column: string;
}

/** The active cell of a grid and the functions that move it. */
export interface Cursor extends CellPosition {
  /** Makes a cell active and focuses it. */
  readonly go: (place: Partial<CellPosition>) => void;
  /** Makes a row active and scrolls it into view; the focus does not move. */
  readonly show: (row: number) => void;
  /** Focuses the active cell. */
  readonly focus: () => void;
}

/** The scrolling element and the height of its rows. */
export interface GridBox {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
}

/**
 * Keeps the active cell of a grid.
 *
 * It stays on the same record when rows are added or removed around it. If the list shows something
 * else, it moves to the first row. A list that opens again starts at the cell where the user left
 * it.
 */
export function useCursor(
  kind: Kind,
  rows: Rows,
  columns: readonly Column[],
  { grid, rowHeight }: GridBox,
): Cursor {
  const [before, setStand] = useState<ActiveCell>(() => {
    const { row, column, id } = spotOf(kind);
    return { row, column: column ?? firstField(columns), id, list: rows.key };
  });
  // Set during rendering: otherwise a key press could act on the record of another row for a
  // moment.
  const place = standIn(rows, before);
  if (place !== before) setStand(place);
  const wanted = useRef<'move' | 'show' | 'wait' | null>(null);
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    const { row, column, id } = place;
    setSpot(kind, { row, column, id });
  }, [kind, place]);
  useLayoutEffect(() => {
    const { current } = grid;
    if (current === null) return;
    if (wanted.current === 'move' || wanted.current === 'show')
      showRow(current, place.row, rowHeight);
    if (wanted.current === 'show') wanted.current = null;
    const cell = cellAt(current, place);
    if (wanted.current === null) return followFocus(current, cell, place.row);
    // The row is drawn shortly after the grid has scrolled to it.
    wanted.current = cell === null ? 'wait' : null;
    (cell ?? current).focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const go = useCallback(({ row, column }: Partial<CellPosition>) => {
    const { current } = latest;
    wanted.current = 'move';
    setStand((old) => {
      const next = column === undefined ? old : { ...old, column };
      return row === undefined ? { ...next } : standOn(current, next, row);
    });
  }, []);
  const show = useCallback((row: number) => {
    const { current } = latest;
    wanted.current = 'show';
    setStand((old) => standOn(current, old, row));
  }, []);
  const focus = useCallback(() => go({}), [go]);
  const column = columns.some(({ id }) => id === place.column) ? place.column : firstField(columns);
  return { row: place.row, column, go, show, focus };
}

function showRow(grid: HTMLElement, row: number, height: number): void {
  if (row < 0) return;
  const top = row * height;
  const room = grid.clientHeight - HEAD_HEIGHT;
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + height > grid.scrollTop + room) grid.scrollTop = top + height - room;
}

// An active cell that is scrolled out of view is not drawn: the grid holds the focus until it is
// drawn again.
function followFocus(grid: HTMLElement, cell: HTMLElement | null, row: number): void {
  const { activeElement } = document;
  if (activeElement === null || !grid.contains(activeElement)) return;
  if (activeElement === grid) cell?.focus({ preventScroll: true });
  else if (activeElement.closest('.grid-editor') !== null) return;
  else if (activeElement.closest<HTMLElement>('[data-row]')?.dataset['row'] !== String(row))
    (cell ?? grid).focus({ preventScroll: true });
}

function cellAt(grid: HTMLElement | null, { row, column }: CellPosition): HTMLElement | null {
  const line = grid?.querySelector(`[data-row="${row}"]`);
  return line?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"]`) ?? null;
}

function firstField(columns: readonly Column[]): string {
  return columns.find(({ role }) => role === 'field')?.id ?? 'check';
}
