import { useEffect, useMemo, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { fitWidths } from '../../../fields/model/columns.ts';
import type { Column } from '../../../fields/model/columns.ts';

type Vars = CSSProperties & Readonly<Record<`--${string}`, string>>;

/**
 * Returns the widths of all columns as CSS variables of the grid.
 *
 * A changed width renders no row again.
 */
export function useWidths(
  grid: RefObject<HTMLElement | null>,
  columns: readonly Column[],
): { readonly style: Vars; readonly overflows: boolean } {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  return useMemo(() => {
    const widths = fitWidths(columns, room);
    const code = columns.findIndex((column) => column.code);
    const before = widths.slice(0, Math.max(code, 0)).reduce((sum, each) => sum + each, 0);
    const total = widths.reduce((sum, each) => sum + each, 0);
    const style = {
      '--grid-columns': widths.map((width) => `${width}px`).join(' '),
      '--grid-width': `${Math.max(total, room)}px`,
      '--grid-code-left': `${before}px`,
      '--grid-stuck': `${before + (widths[code] ?? 0)}px`,
      ...barsOf(columns, widths),
    };
    return { style, overflows: room > 0 && total > room };
  }, [columns, room]);
}

const BAR = 'linear-gradient(var(--hover), var(--hover))';
const EDGE = 8;

/**
 * Returns CSS variables that place the bars of a loading row.
 *
 * Only field columns have bars, at the side where their text begins.
 */
function barsOf(columns: readonly Column[], widths: readonly number[]): Vars {
  let left = 0;
  const bars = columns.flatMap(({ role, numeric }, index) => {
    const width = widths[index] ?? 0;
    const from = left;
    left += width;
    const size = Math.round(width * 0.58);
    return role === 'field' ? [{ at: from + (numeric ? width - size - EDGE : EDGE), size }] : [];
  });
  return {
    '--grid-bars': bars.map(() => BAR).join(', '),
    '--grid-bars-at': bars.map(({ at }) => `${at}px 50%`).join(', '),
    '--grid-bars-size': bars.map(({ size }) => `${size}px 8px`).join(', '),
  };
}
