import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { select, useView, viewStore } from '../../../state/view.ts';
import { spotOf } from '../state/spots.ts';
import { panelFocus } from '../state/panelFocus.ts';
import type { Rows } from '../state/rowStore.ts';
import type { Cursor } from './useCursor.ts';

/** Milliseconds; while an arrow key is held down, the panel does not open each record. */
const SETTLES = 70;

/** The state of the grid at the last render. */
interface Look {
  readonly opened: string | null;
  readonly current: string | null;
  /** The key of the last list whose active row was loaded. */
  readonly list: string | null;
}

// If the list was left on the open record, it opens at its saved scroll position.
function lookOnOpening(kind: Kind, opened: string | null, list: string | null): Look {
  return { opened: spotOf(kind).id === opened ? opened : null, current: null, list };
}

/**
 * Keeps the open panel and the active row together.
 *
 * The panel follows the active row, and a record opened elsewhere becomes the active row. When the
 * list shows something else, the open record stays open. It becomes the active row if the new list
 * contains it.
 */
export function useOpened(kind: Kind, rows: Rows, cursor: Cursor): void {
  const opened = useView((view) => view.selected[kind] ?? null);
  const current = rows.at(cursor.row)?.id ?? null;
  const list = rows.key;
  const before = useRef(lookOnOpening(kind, opened, rows.key));
  const answered = useRef(panelFocus.getState().asked);
  const reveal = useReveal(rows, cursor);
  useEffect(() => {
    const { opened: wasOpened, current: wasCurrent, list: wasList } = before.current;
    // Rows of a new list may not be loaded yet: until then its active row is unknown.
    before.current = { opened, current, list: current === null ? wasList : list };
    const { asked } = panelFocus.getState();
    const intoPanel = asked !== answered.current;
    answered.current = asked;
    if (opened !== wasOpened) reveal(opened === current ? null : opened, intoPanel);
    else if (list !== wasList && current !== null && opened !== current) reveal(opened, true);
    if (list !== wasList || opened === null || opened === current || opened !== wasOpened)
      return undefined;
    if (current === null || current === wasCurrent) return undefined;
    const timer = setTimeout(() => void follow(kind, opened, current), SETTLES);
    return () => clearTimeout(timer);
  }, [kind, opened, current, list, reveal]);
}

/**
 * Opens the record of the active row.
 *
 * If the focus is in the panel, the panel stays: the row changed because its record left the list.
 * The panel follows only if the new row is the same record under a new id.
 */
async function follow(kind: Kind, opened: string, current: string): Promise<void> {
  if (isInPanel() && !(await isSameRecord(kind, opened, current))) return;
  if (viewStore.getState().selected[kind] === opened) select(kind, current);
}

function isInPanel(): boolean {
  return (document.activeElement?.closest('.panel') ?? null) !== null;
}

function isSameRecord(kind: Kind, ref: string, id: string): Promise<boolean> {
  return call('records.get', { kind, ref }).then(
    (record) => record.id === id,
    () => false,
  );
}

/** A record to scroll to, and whether the panel keeps the focus. */
interface Aim {
  readonly id: string;
  readonly intoPanel: boolean;
}

/**
 * Returns a function that makes a record of the list the active row.
 *
 * A record created a moment ago may not be in the loaded rows yet. The move then waits for it: the
 * panel would follow the other record in that row.
 */
function useReveal(rows: Rows, cursor: Cursor): (id: string | null, intoPanel: boolean) => void {
  const latest = useRef({ rows, cursor });
  useLayoutEffect(() => {
    latest.current = { rows, cursor };
  });
  const aim = useRef<Aim | null>(null);
  const go = useCallback(({ intoPanel }: Aim, row: number) => {
    aim.current = null;
    const { cursor } = latest.current;
    if (intoPanel) cursor.show(row);
    else cursor.go({ row });
  }, []);
  useEffect(() => {
    const { current } = aim;
    const row = current === null ? -1 : rows.indexOf(current.id);
    if (current !== null && row >= 0) go(current, row);
  }, [rows, go]);
  return useCallback(
    (id, intoPanel) => {
      const mine = id === null ? null : { id, intoPanel };
      aim.current = mine;
      if (mine === null) return;
      void placeOf(mine.id, latest.current.rows).then((row) => {
        if (aim.current !== mine || row < 0) return;
        const there = latest.current.rows.at(row)?.id;
        if (there === undefined || there === mine.id) go(mine, row);
      });
    },
    [go],
  );
}

/** Returns the index of a record in a list; negative if it is not there. */
async function placeOf(id: string, rows: Rows): Promise<number> {
  const here = rows.indexOf(id);
  return here >= 0 || rows.query === null ? here : indexOf(rows.query, id);
}

async function indexOf(query: NonNullable<Rows['query']>, id: string): Promise<number> {
  // The list reports its own read error; the record is searched again when its rows arrive.
  const { ids } = await call('records.ids', query).catch(() => ({ ids: [] as string[] }));
  return ids.indexOf(id);
}
