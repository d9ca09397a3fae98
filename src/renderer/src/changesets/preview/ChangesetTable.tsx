import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangesetRow } from '#contract/changesets/changeset.ts';
import { isFocusLost } from '../../ui/keys/focusBack.ts';
import { ChangesetHead } from './ChangesetHead.tsx';
import { ChangesetLine } from './ChangesetLine.tsx';
import { isTickable } from './useChangeset.ts';
import type { ChangesetState } from './useChangeset.ts';
import type { ChangesetLook } from './look.ts';
import './changesetTable.css';

interface ChangesetTableProps {
  readonly state: ChangesetState;
  readonly look: ChangesetLook;
  readonly label: string;
}

/** Shows the rows of a changeset; one row is in the tab order, and the arrow keys move from it. */
export function ChangesetTable({ state, look, label }: ChangesetTableProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useFocusUnlessElsewhere(box);
  const id = useId();
  const [active, setActive] = useState(0);
  const total = state.rows.total ?? 0;
  const virtual = useLines(box, total, state);
  const drawn = virtual.getVirtualItems();
  const current = Math.min(active, Math.max(total - 1, 0));
  const go = (index: number) => {
    setActive(index);
    virtual.scrollToIndex(index, { align: 'auto' });
    focusSoon(`${id}-${index}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = target(event, current, total);
    const row = state.rows.at(current);
    if (to !== null) go(to);
    // A focused check box, such as the one for all rows, handles the key itself.
    else if (event.target instanceof HTMLInputElement) return;
    else if (event.key === ' ' && row !== undefined && isTickable(row) && !state.queued)
      tickBy(state, row, event.repeat);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={look.columns}
      aria-multiselectable
      className={`plan-table scroll plan-${look.layout}`}
      data-numbered={look.numbered}
      onKeyDown={onKeyDown}
      // While the active row is out of view, Tab focuses the table, and an arrow key scrolls back.
      tabIndex={drawn.some(({ index }) => index === current) ? -1 : 0}
    >
      <ChangesetHead state={state} look={look} />
      {total === 0 && state.rows.total !== null && (
        <div role="row" className="plan-none">
          <span role="gridcell">{t('sheets.plan.none')}</span>
        </div>
      )}
      <div role="rowgroup" className="plan-rows" style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = state.rows.at(index);
          return (
            <div
              key={index}
              ref={virtual.measureElement}
              id={`${id}-${index}`}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={row?.ticked ?? false}
              tabIndex={index === current ? 0 : -1}
              className="plan-row"
              data-outcome={row?.outcome}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setActive(index)}
            >
              {row === undefined ? (
                <span role="gridcell" className="plan-bone" aria-label={t('common.loading')} />
              ) : (
                <ChangesetLine row={row} state={state} look={look} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const ROW = 33;
const LINE = 19;

function useLines(box: RefObject<HTMLDivElement | null>, total: number, state: ChangesetState) {
  const { rows, want } = state;
  // The virtualizer mutates its own object, so each render reads it anew.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const row = rows.at(index);
      const lines = row === undefined ? 1 : row.changes.length + row.issues.length;
      return ROW + Math.max(lines - 1, 0) * LINE;
    },
    overscan: 8,
  });
  const drawn = virtual.getVirtualItems();
  const [first, last] = [drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? 0];
  useEffect(() => want(first, last), [want, first, last]);
  return virtual;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
};

function target({ key }: KeyboardEvent, current: number, total: number): number | null {
  if (total === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  return step === undefined ? null : Math.min(Math.max(current + step, 0), total - 1);
}

// A repeated key acts only once.
function tickBy(state: ChangesetState, row: ChangesetRow, isAgain: boolean): void {
  if (!isAgain) state.tick(row, !row.ticked);
}

const TRIES = 20;

// The row is drawn some frames after scrolling; only then can it be focused.
function focusSoon(id: string, tries = TRIES): void {
  const row = document.getElementById(id);
  row?.focus({ preventScroll: true });
  if (row === null && tries > 0) requestAnimationFrame(() => focusSoon(id, tries - 1));
}

// The previous step was removed with the focus; a pressed filter button keeps it.
function useFocusUnlessElsewhere(box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const inDialog = document.activeElement?.getAttribute('role') === 'dialog';
    if (isFocusLost() || inDialog) box.current?.focus();
  }, [box]);
}
