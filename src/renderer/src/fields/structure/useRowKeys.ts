import { useEffect, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { isComposing } from '../../ui/keys/composing.ts';
import { useEditing } from './editing.ts';
import { duplicateItem, duplicateMember, moveItem, removeAt } from './model/editText.ts';
import type { Row, TableBlock } from './model/layout.ts';

type Place = readonly [row: number, column: number];

/** A cell that is drawn with the next text. A row of a map is found by its key. */
interface NextPlace {
  readonly row: number | string;
  readonly column: number;
  /** The row may have been the last one, which is gone then. */
  readonly orAbove: boolean;
}

/** What can be done with a row, by its number. The column is the one that the focus goes to. */
export interface RowActions {
  readonly move: (row: number, by: 1 | -1, column?: number) => void;
  readonly duplicate: (row: number, column?: number) => void;
  readonly remove: (row: number, column?: number) => void;
}

export interface RowKeys extends RowActions {
  readonly focus: (row: number | string, column: number) => void;
  readonly onCapture: (event: KeyboardEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves between the cells of a table, and moves, repeats and removes its rows. */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  table: TableBlock,
  columns: number,
): RowKeys {
  const { cell, focus, later } = useCells(frame, table.rows);
  const actions = useActions(table, later);
  const onCapture = (event: KeyboardEvent) => {
    const at = placeOf(event);
    const isAlt = event.altKey && !event.ctrlKey && !event.shiftKey && !event.metaKey;
    if (at === null || !isAlt) return;
    const [row, column] = at;
    if (event.key === 'ArrowUp') actions.move(row, -1, column);
    else if (event.key === 'ArrowDown') actions.move(row, 1, column);
    else if (event.code === 'KeyD') actions.duplicate(row, column);
    else if (event.key === 'Delete') actions.remove(row, column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = placeOf(event);
    if (at === null || event.defaultPrevented || isComposing(event)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || !STEPS.has(event.key)) return;
    // The arrows choose between yes and no.
    if (event.key !== 'Enter' && isChoice(event.target)) return;
    const isBack = event.shiftKey || event.key === 'ArrowUp';
    const row = at[0] + (isBack ? -1 : 1);
    // Enter begins an empty row at its first cell.
    const isBegun = event.key !== 'Enter' || (table.rows[row]?.node ?? null) !== null;
    const column = isBegun ? Math.min(at[1], columns - 1) : 0;
    const found = cell(row, column) ?? (isBack || !table.isMap ? null : newRow(frame));
    if (found === null) return;
    event.preventDefault();
    found.focus();
  };
  return { ...actions, focus, onCapture, onKeyDown };
}

/** Returns the input for the key of a new row. */
function newRow(frame: RefObject<HTMLElement | null>): HTMLElement | null {
  return frame.current?.querySelector<HTMLElement>('.parts-foot input') ?? null;
}

const STEPS = new Set(['Enter', 'ArrowUp', 'ArrowDown']);

/** Finds and focuses cells. A row that is added now is drawn with the next text. */
function useCells(frame: RefObject<HTMLElement | null>, rows: readonly Row[]) {
  const next = useRef<NextPlace | null>(null);
  const cell = (row: number, column: number) =>
    frame.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`) ??
    null;
  useEffect(() => {
    if (next.current === null) return;
    const { row: of, column, orAbove } = next.current;
    const row = typeof of === 'string' ? rows.findIndex(({ key }) => key === of) : of;
    const found = cell(row, column) ?? (orAbove ? cell(row - 1, column) : null);
    if (found === null) return;
    next.current = null;
    found.focus();
  });
  const later = (row: number | string, column: number, orAbove = false) => {
    next.current = { row, column, orAbove };
  };
  const focus = (row: number | string, column: number) => {
    const found = typeof row === 'string' ? null : cell(row, column);
    if (found === null) later(row, column);
    else found.focus();
  };
  return { cell, focus, later };
}

function useActions(
  { path, isMap, rows }: TableBlock,
  later: (row: number | string, column: number, orAbove?: boolean) => void,
): RowActions {
  const { text, edit } = useEditing();
  return {
    move: (row, by, column = 0) => {
      if (isMap || rows[row + by] === undefined || rows[row] === undefined) return;
      later(row + by, column);
      edit(moveItem(text, path, row, row + by), null);
    },
    duplicate: (row, column = 0) => {
      const { key = null, node = null } = rows[row] ?? {};
      if (node === null) return;
      const copy = key === null ? row + 1 : freeKey(key, rows);
      later(copy, column);
      const next =
        key === null || typeof copy === 'number'
          ? duplicateItem(text, path, row)
          : duplicateMember(text, path, key, copy);
      edit(next, null);
    },
    remove: (row, column = 0) => {
      const { path: at, node = null } = rows[row] ?? {};
      if (at === undefined || node === null) return;
      later(row, column, true);
      edit(removeAt(text, at), null);
    },
  };
}

/** Returns a key like another one that no row has: `korpus 2`. */
function freeKey(key: string, rows: readonly Row[]): string {
  let number = 2;
  while (rows.some((row) => row.key === `${key} ${number}`)) number += 1;
  return `${key} ${number}`;
}

function isChoice(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.tagName === 'SELECT';
}

function placeOf({ target }: KeyboardEvent): Place | null {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {};
  return row === undefined ? null : [Number(row), Number(column)];
}
