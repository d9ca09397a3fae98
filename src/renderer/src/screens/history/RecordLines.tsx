import { useMemo, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { More } from '../../ui/More.tsx';
import { VirtualLines } from '../outbox/list/VirtualLines.tsx';
import { placeOf } from './lines.ts';
import type { Hand } from './lines.ts';

interface RecordLinesProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Reads more entries; null if all are read. */
  readonly onMore: (() => void) | null;
  readonly render: (item: T, rowKey: string, active: boolean) => ReactNode;
}

/** Returns the key of a record's line. */
export function recordKey({ kind, id }: { readonly kind: Kind; readonly id: string }): string {
  return `${kind} ${id}`;
}

/** Lists lines that the arrow keys move through; the last line reads more. */
export function RecordLines<T>({ label, items, keyOf, onMore, render }: RecordLinesProps<T>) {
  const [hand, setHand] = useState<Hand>({ key: null, at: 0 });
  const [jump, setJump] = useState<string | null>(null);
  const rows = useMemo(
    () => [
      ...items.map((item) => ({ key: keyOf(item), item })),
      ...(onMore === null ? [] : [{ key: 'more', item: null }]),
    ],
    [items, keyOf, onMore],
  );
  const active = placeOf(rows, hand);
  const takeInHand = (at: number) => {
    const row = rows[at];
    if (row !== undefined && row.item !== null) setHand({ key: row.key, at });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || scrollsItself(event.target)) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(active + step, items.length - 1));
    takeInHand(to);
    setJump(rows[to]?.key ?? null);
  };
  return (
    <VirtualLines
      rows={rows}
      label={label}
      top={6}
      estimate={() => 34}
      active={active}
      jump={jump}
      onJumped={() => setJump(null)}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => takeInHand(placeIn(target))}
      render={({ key, item }) =>
        item === null ? (
          <More onMore={onMore ?? (() => {})} />
        ) : (
          render(item, key, rows[active]?.key === key)
        )
      }
    />
  );
}

// An element within a line counts as that line.
function placeIn(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row instanceof HTMLElement ? Number(row.dataset['index']) : -1;
}

// An answer of several lines is scrolled with the same keys.
function scrollsItself(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('pre');
}
