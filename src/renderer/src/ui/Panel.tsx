import type { ReactNode } from 'react';
import { useView } from '../state/view.ts';
import { Resizer } from './Resizer.tsx';
import './panel.css';

interface PanelProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** The panel at the right of a screen, at the width that the user set. */
export function Panel({ label, children }: PanelProps) {
  const width = useView((view) => view.panelWidth);
  return (
    <aside className="panel" aria-label={label} style={{ width }}>
      <Resizer />
      {children}
    </aside>
  );
}
