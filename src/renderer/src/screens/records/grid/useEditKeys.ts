import { useMemo } from 'react';
import { runShortcut } from '../../../ui/keys/useHotkeys.ts';
import type { Column } from '../../../fields/model/columns.ts';
import type { CellEditorActions } from './editorKeys.ts';
import { placeOf } from './edit.ts';
import type { After, EditPlace } from './edit.ts';
import { lockAt } from './context.ts';
import type { GridContext } from './context.ts';
import { useLatest } from '../../../ui/useLatest.ts';

/** Returns the actions of cell editors; the same object while the grid is shown. */
export function useEditKeys(context: GridContext): CellEditorActions {
  const latest = useLatest(context);
  return useMemo(
    () => ({
      type: (text) => latest.current.editing.type(text),
      leave: () => {
        latest.current.editing.leave();
        latest.current.cursor.focus();
      },
      keep: (after) => {
        const { rows, editing } = latest.current;
        const { edit, keep } = editing;
        const place = edit === null ? null : placeOf(edit, rows);
        const kept = keep();
        if (kept === null || place === null) return;
        // Moves at once: keys typed before the disk has answered belong to the next cell.
        goOn(latest.current, place, after);
        if (after === 'send') void kept.then((done) => done && runShortcut('send'));
      },
    }),
    [latest],
  );
}

function goOn(context: GridContext, { row, name }: EditPlace, after: After): void {
  const { cursor, rows } = context;
  const last = Math.max((rows.total ?? 1) - 1, 0);
  if (after === 'away') return;
  if (after === 'send') cursor.go({ row, column: name });
  else if (after === 'up') cursor.go({ row: Math.max(row - 1, 0), column: name });
  else if (after === 'down') cursor.go({ row: Math.min(row + 1, last), column: name });
  else editBeside(context, row, name, after === 'next' ? 1 : -1);
}

/** Edits the next unlocked cell; after the last one of a row, continues in the next row. */
function editBeside(context: GridContext, row: number, name: string, step: -1 | 1): void {
  const { rows, columns, cursor, editing } = context;
  const editable = (at: number): readonly Column[] => {
    const record = rows.at(at);
    if (record === undefined) return [];
    return columns.filter(
      (column) => column.role === 'field' && lockAt(context, record, column) === null,
    );
  };
  const here = editable(row);
  const beside = here[here.findIndex((column) => column.name === name) + step];
  const there = editable(row + step);
  const target = beside ?? (step === 1 ? there[0] : there.at(-1));
  const to = beside === undefined ? row + step : row;
  const record = rows.at(to);
  if (target === undefined || target.name === null || record === undefined)
    return cursor.go({ row, column: name });
  cursor.go({ row: to, column: target.id });
  editing.begin(to, record, target.name);
}
