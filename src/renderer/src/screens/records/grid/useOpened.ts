import { useEffect, useRef } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { select, useView } from '../../../state/view.ts';
import { only } from '../model/selection.ts';
import { listOf, setSelection } from '../state/listStore.ts';
import { panelFocus } from '../state/panelFocus.ts';
import type { Rows } from '../state/rowStore.ts';
import type { Cursor } from './useCursor.ts';
import { useLatest } from './useLatest.ts';

/** Holding an arrow key passes records that nobody looks at. */
const SETTLES = 70;

/**
 * Keeps the open panel and the active row together: the panel follows the row, and a record opened
 * from elsewhere becomes the active row.
 */
export function useOpened(kind: Kind, rows: Rows, cursor: Cursor): void {
  const opened = useView((view) => view.selected[kind] ?? null);
  const current = rows.at(cursor.row)?.id ?? null;
  const before = useRef<{ opened: string | null; current: string | null }>({
    opened: null,
    current: null,
  });
  const answered = useRef(panelFocus.getState().asked);
  const latest = useLatest({ rows, cursor });
  const awaited = useRef<Place | null>(null);
  useSameSelected(kind, cursor.row, current);
  useEffect(() => {
    const { opened: wasOpened, current: wasCurrent } = before.current;
    before.current = { opened, current };
    const { asked } = panelFocus.getState();
    const intoPanel = asked !== answered.current;
    answered.current = asked;
    if (opened === null || opened === current) {
      awaited.current = null;
      return undefined;
    }
    if (opened !== wasOpened) {
      const { rows, cursor } = latest.current;
      void placeOf(opened, rows).then((place) => {
        awaited.current = place;
        if (place !== null) reveal(kind, place, cursor, intoPanel);
      });
      return undefined;
    }
    if (current === null || current === wasCurrent) return undefined;
    // The row was gone to for the record; until the list has it there, another one stands in its place.
    const { id, row } = awaited.current ?? {};
    if (id === opened && row === latest.current.cursor.row) return undefined;
    const timer = setTimeout(() => select(kind, current), SETTLES);
    return () => clearTimeout(timer);
  }, [kind, opened, current, latest]);
}

/** A record that was new here gets the service's id once it is sent: it stays the selected one. */
function useSameSelected(kind: Kind, row: number, current: string | null): void {
  const before = useRef({ row, current });
  useEffect(() => {
    const was = before.current;
    before.current = { row, current };
    if (was.row !== row || was.current === null || current === null) return;
    const { ids } = listOf(kind).selection;
    if (was.current !== current && ids.size === 1 && ids.has(was.current))
      setSelection(kind, only(current, row));
  }, [kind, row, current]);
}

interface Place {
  readonly id: string;
  readonly row: number;
}

/** Where a list has a record; null when it does not. */
async function placeOf(id: string, rows: Rows): Promise<Place | null> {
  const here = rows.indexOf(id);
  const row = here >= 0 || rows.query === null ? here : await indexOf(rows.query, id);
  return row < 0 ? null : { id, row };
}

function reveal(kind: Kind, { id, row }: Place, cursor: Cursor, intoPanel: boolean): void {
  if (intoPanel) cursor.show(row);
  else cursor.go({ row });
  setSelection(kind, only(id, row));
}

async function indexOf(query: NonNullable<Rows['query']>, id: string): Promise<number> {
  const { ids } = await call('records.ids', query);
  return ids.indexOf(id);
}
