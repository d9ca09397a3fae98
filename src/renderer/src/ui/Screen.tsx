import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { setTitle } from '../state/title.ts';
import './screen.css';

interface ScreenProps {
  /** Shown in the top bar and as the window's title. */
  readonly title: string;
  /** Text beside the title, such as the counts `214 of 8 930`. */
  readonly detail?: string;
  /** The 40 px row above the content. */
  readonly toolbar?: ReactNode;
  /** A `Panel` beside the toolbar and the content. */
  readonly panel?: ReactNode;
  /** True when the content scrolls itself, such as a virtual grid. */
  readonly fixed?: boolean;
  readonly children: ReactNode;
}

/** The frame of a screen: title, toolbar, content and panel. */
export function Screen({ title, detail, toolbar, panel, fixed, children }: ScreenProps) {
  useEffect(() => setTitle(title, detail ?? null), [title, detail]);
  const [narrowing, setNarrowing] = useState(false);
  return (
    <div className="screen">
      <div className="screen-main">
        {toolbar !== undefined && (
          // The handler belongs to the fields inside.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
          <div
            className="screen-tools"
            onChange={() => setNarrowing(true)}
            onBlur={() => setNarrowing(false)}
          >
            {toolbar}
          </div>
        )}
        {/* Announces the count while the user filters. Counts changed by a refresh are not announced. */}
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
