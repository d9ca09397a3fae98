import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
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
  const [narrowing, setNarrowing] = useState(false);
  return (
    <div className="screen">
      <div className="screen-main">
        {toolbar !== undefined && (
          // What is changed are the fields in it.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
          <div
            className="screen-tools"
            onChange={() => setNarrowing(true)}
            onBlur={() => setNarrowing(false)}
          >
            {toolbar}
          </div>
        )}
        {/* Who narrows a list hears how much is left of it; what a Refresh brings is nobody's question. */}
        <output className="unseen">{narrowing ? detail : ''}</output>
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
