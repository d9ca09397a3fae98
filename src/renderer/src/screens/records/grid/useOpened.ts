import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { select, useView, viewStore } from '../../../state/view.ts';
import { spotOf } from '../state/spots.ts';
import { panelFocus } from '../state/panelFocus.ts';
import type { Rows } from '../state/rowStore.ts';
import type { Cursor } from './useCursor.ts';

/** Holding an arrow key passes records that nobody looks at. */
const SETTLES = 70;

/** What the grid showed when it was looked at last. */
interface Look {
  readonly opened: string | null;
  readonly current: string | null;
  /** The key of the list whose active row was known last. */
  readonly list: string | null;
}

// Where the list was left on the open record, it is shown as it was left, wherever it was scrolled to.
function lookOnOpening(kind: Kind, opened: string | null, list: string | null): Look {
  return { opened: spotOf(kind).id === opened ? opened : null, current: null, list };
}

/**
 * Keeps the open panel and the active row together: the panel follows the row, and a record opened
 * from elsewhere becomes the active row. When the list shows something else, the open record stays open,
 * and is the active row where the new list has it.
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
    // Rows of a new list may not be here yet: until then its active row is not known.
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
 * Opens the record of the active row. Not for somebody who is in the panel: they have gone nowhere, the row is
 * another record's because the one they are at has left the list. Only under a new id it is still that one.
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

/** A record to go to, and whether the panel keeps the focus. */
interface Aim {
  readonly id: string;
  readonly intoPanel: boolean;
}

/**
 * Goes to a record of the list, or to none. Where another one still stands in its place — it was made a
 * moment ago — it is waited for: the row would be that other record's, and the panel would follow it.
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

/** Where a list has a record; below zero when it does not. */
async function placeOf(id: string, rows: Rows): Promise<number> {
  const here = rows.indexOf(id);
  return here >= 0 || rows.query === null ? here : indexOf(rows.query, id);
}

async function indexOf(query: NonNullable<Rows['query']>, id: string): Promise<number> {
  // A list that cannot be read says so itself; its rows are looked through again when they come.
  const { ids } = await call('records.ids', query).catch(() => ({ ids: [] as string[] }));
  return ids.indexOf(id);
}
