import type { ReactNode } from 'react';
import { VirtualLines } from '../outbox/list/VirtualLines.tsx';

const ROW = 33;

interface FixRowsProps<T extends { readonly key: string }> {
  readonly rows: readonly T[];
  readonly label: string;
  readonly render: (row: T) => ReactNode;
}

/** Lists the fixes of a dialog, up to half the height of the window. */
export function FixRows<T extends { readonly key: string }>({
  rows,
  label,
  render,
}: FixRowsProps<T>) {
  return (
    <div className="fixes" style={{ height: `min(${rows.length * ROW + 26}px, 45vh)` }}>
      <VirtualLines
        rows={rows}
        label={label}
        top={0}
        estimate={() => ROW}
        active={-1}
        render={render}
      />
    </div>
  );
}
