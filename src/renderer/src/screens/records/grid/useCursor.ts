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
export interface Place {
  readonly row: number;
  readonly column: string;
}

/** The active cell of a grid and how it moves. */
export interface Cursor extends Place {
  /** Makes a cell active and gives it the focus. */
  readonly go: (place: Partial<Place>) => void;
  /** Makes a row active and brings it into sight; the focus stays where it is. */
  readonly show: (row: number) => void;
  /** Gives the active cell the focus. */
  readonly focus: () => void;
}

/** The element that scrolls, and how tall its rows are. */
export interface GridBox {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
}

/**
 * Keeps the active cell: on the same record when rows come and go around it, on the first row when
 * the list shows something else, and where it was when one comes back.
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
  // Told while drawing: for a moment the row would be another record's, and a key would act on that.
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
    // The row is drawn a moment after the grid has scrolled there.
    wanted.current = cell === null ? 'wait' : null;
    (cell ?? current).focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const go = useCallback(({ row, column }: Partial<Place>) => {
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

// Scrolled away, the active cell is not drawn: the grid itself holds the focus until it is back.
function followFocus(grid: HTMLElement, cell: HTMLElement | null, row: number): void {
  const { activeElement } = document;
  if (activeElement === null || !grid.contains(activeElement)) return;
  if (activeElement === grid) cell?.focus({ preventScroll: true });
  else if (activeElement.closest('.grid-editor') !== null) return;
  else if (activeElement.closest<HTMLElement>('[data-row]')?.dataset['row'] !== String(row))
    (cell ?? grid).focus({ preventScroll: true });
}

function cellAt(grid: HTMLElement | null, { row, column }: Place): HTMLElement | null {
  const line = grid?.querySelector(`[data-row="${row}"]`);
  return line?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"]`) ?? null;
}

function firstField(columns: readonly Column[]): string {
  return columns.find(({ role }) => role === 'field')?.id ?? 'check';
}
