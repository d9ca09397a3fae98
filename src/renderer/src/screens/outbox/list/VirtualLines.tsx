import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import './virtualLines.css';

interface VirtualLinesProps<T extends { readonly key: string }> {
  readonly rows: readonly T[];
  readonly label: string;
  /** Returns the estimated height of a row before it is measured. */
  readonly estimate: (row: T) => number;
  readonly render: (row: T) => ReactNode;
  /** The row in the tab order; it stays drawn while it is out of view. */
  readonly active: number;
  /** A row to scroll to and focus; `onJumped` is called afterwards. */
  readonly jump?: string | null;
  readonly onJumped?: () => void;
  readonly scroll?: { readonly first: number; readonly keep: (offset: number) => void };
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onFocus?: (event: FocusEvent) => void;
  /** The padding above the first row and below the last row, in pixels. */
  readonly top?: number;
  readonly bottom?: number;
}

/** Draws rows of unequal height; only those in view exist in the document. */
export function VirtualLines<T extends { readonly key: string }>(props: VirtualLinesProps<T>) {
  const { rows, label, estimate, render, active, jump = null, onJumped } = props;
  const box = useRef<HTMLDivElement>(null);
  const extract = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return active < 0 || active >= range.count || drawn.includes(active)
        ? drawn
        : [...drawn, active].sort((a, b) => a - b);
    },
    [active],
  );
  // The virtualizer mutates its own object, so each render reads it anew.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : estimate(row);
    },
    initialOffset: props.scroll?.first ?? 0,
    overscan: 8,
    paddingStart: props.top ?? 12,
    paddingEnd: props.bottom ?? 24,
    rangeExtractor: extract,
  });
  useJump(rows, jump, virtual.scrollToIndex, onJumped);
  const keep = props.scroll?.keep;
  const drawn = virtual.getVirtualItems().flatMap(({ key, index, start }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ key, index, start, row }];
  });
  return (
    // Keys move between the rows, which are buttons and hold the focus themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className="virtual scroll"
      onKeyDown={props.onKeyDown}
      onFocus={props.onFocus}
      onScroll={(event) => keep?.(event.currentTarget.scrollTop)}
    >
      <ul aria-label={label} style={{ height: virtual.getTotalSize() }} className="virtual-rows">
        {drawn.map(({ key, index, start, row }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="virtual-row"
            style={{ transform: `translateY(${start}px)` }}
          >
            {render(row)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const TRIES = 20;

function useJump(
  rows: readonly { readonly key: string }[],
  jump: string | null,
  scrollTo: (index: number, options: { align: 'auto' }) => void,
  onJumped: (() => void) | undefined,
): void {
  const index = jump === null ? -1 : rows.findIndex(({ key }) => key === jump);
  useEffect(() => {
    if (index < 0 || jump === null) return undefined;
    scrollTo(index, { align: 'auto' });
    let frame = 0;
    // A visible row is focused at once, as the next key may follow. Other rows are drawn some
    // frames after scrolling.
    const focus = (tries: number) => {
      const row = document.getElementById(`row-${jump}`);
      row?.focus({ preventScroll: true });
      if (row !== null || tries === 0) onJumped?.();
      else frame = requestAnimationFrame(() => focus(tries - 1));
    };
    focus(TRIES);
    return () => cancelAnimationFrame(frame);
  }, [index, jump, scrollTo, onJumped]);
}
