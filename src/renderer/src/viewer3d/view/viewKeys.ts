import type { KeyboardEvent } from 'react';
import type { Stage } from '../scene/stage.ts';

interface ViewTarget {
  readonly stage: Stage;
  readonly toggle: (what: 'wireframe' | 'grid') => void;
}

const STEP = Math.PI / 18;

const ACTIONS: Readonly<Record<string, (target: ViewTarget) => void>> = {
  ArrowLeft: ({ stage }) => stage.nudge(-STEP, 0, 1),
  ArrowRight: ({ stage }) => stage.nudge(STEP, 0, 1),
  ArrowUp: ({ stage }) => stage.nudge(0, STEP, 1),
  ArrowDown: ({ stage }) => stage.nudge(0, -STEP, 1),
  '+': ({ stage }) => stage.nudge(0, 0, 1.15),
  '=': ({ stage }) => stage.nudge(0, 0, 1.15),
  '-': ({ stage }) => stage.nudge(0, 0, 1 / 1.15),
  f: ({ stage }) => stage.fit(),
  1: ({ stage }) => stage.see('front'),
  2: ({ stage }) => stage.see('left'),
  3: ({ stage }) => stage.see('top'),
  4: ({ stage }) => stage.see('iso'),
  w: ({ toggle }) => toggle('wireframe'),
  g: ({ toggle }) => toggle('grid'),
};

const TOGGLES: ReadonlySet<string> = new Set(['w', 'g']);

/** Returns the action of a key in the focused picture; null for other keys. */
export function keyAction(event: KeyboardEvent): ((target: ViewTarget) => void) | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A held key would make the display flicker.
  if (event.repeat && TOGGLES.has(key)) return () => {};
  return ACTIONS[key] ?? null;
}
