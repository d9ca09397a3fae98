import { useCallback, useEffect } from 'react';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import type { Row } from '../model/rows.ts';
import { keepActive, outboxView } from '../outboxView.ts';

interface ActiveRow {
  readonly index: number;
  readonly key: string | null;
  /** Makes a row active, scrolls to it and focuses it. */
  readonly moveTo: (index: number) => void;
}

/** Returns the row that keys act on; if it leaves the list, another row becomes active. */
export function useActiveRow(rows: readonly Row[]): ActiveRow {
  const wanted = outboxView((view) => view.active);
  const last = outboxView((view) => view.activeAt);
  const sentFrom = rows.findIndex(({ type }) => type === 'sent');
  const found = placeOf(rows, wanted, last, sentFrom);
  const index = found >= 0 ? found : Math.min(last.index, lastOf(rows, sentFrom));
  const key = rows[index]?.key ?? null;
  useEffect(() => {
    const sent = sentFrom >= 0 && index > sentFrom;
    keepActive(wanted, { key, sent, index: Math.max(0, index) }, isFocusFree);
  }, [index, key, wanted, sentFrom]);
  const moveTo = useCallback(
    (to: number) => {
      const next = rows[to]?.key ?? null;
      outboxView.setState({ active: next, jump: next });
    },
    [rows],
  );
  return { index, key, moveTo };
}

interface Last {
  readonly key: string | null;
  readonly sent: boolean;
}

// A row that was sent meanwhile moved to the sent ones; the active position stays where it was.
function placeOf(
  rows: readonly Row[],
  wanted: string | null,
  last: Last,
  sentFrom: number,
): number {
  const found = wanted === null ? -1 : rows.findIndex(({ key }) => key === wanted);
  const followed = sentFrom >= 0 && found > sentFrom && last.key === wanted && !last.sent;
  return followed ? -1 : found;
}

// The focus moves only if it was lost or was on the removed row.
function isFocusFree(row: string): boolean {
  return isFocusLost() || document.activeElement?.id === `row-${row}`;
}

function lastOf(rows: readonly Row[], sentFrom: number): number {
  const end = sentFrom > 0 ? sentFrom : rows.length;
  return rows.findLastIndex(
    ({ type }, index) => index < end && (type === 'operation' || type === 'cluster'),
  );
}
