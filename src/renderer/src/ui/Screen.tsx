import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { setTitle } from '../state/title.ts';
import './screen.css';

interface ScreenProps {
  /** Shown in the bar at the top, and as the window's title. */
  readonly title: string;
  /** Beside the title: counts such as `214 of 8 930`. */
  readonly detail?: string;
  /** The row of 40 px above the content. */
  readonly toolbar?: ReactNode;
  /** A `Panel`, beside toolbar and content. */
  readonly panel?: ReactNode;
  /** True lets the screen scroll by itself: a virtual grid. */
  readonly fixed?: boolean;
  readonly children: ReactNode;
}

/** What every screen is made of: a title in the bar, a toolbar, the content, a panel. */
export function Screen({ title, detail, toolbar, panel, fixed, children }: ScreenProps) {
  useEffect(() => setTitle(title, detail ?? null), [title, detail]);
  return (
    <div className="screen">
      <div className="screen-main">
        {toolbar !== undefined && <div className="screen-tools">{toolbar}</div>}
        {/* A region that scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={fixed ? 'screen-fixed' : 'screen-body scroll'} tabIndex={fixed ? -1 : 0}>
          {children}
        </div>
      </div>
      {panel}
    </div>
  );
}
