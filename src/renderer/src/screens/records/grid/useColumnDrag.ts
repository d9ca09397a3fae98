import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';

/** Pixels; a shorter movement is a click, which sorts. */
const FAR = 6;

/** A column being dragged, its target, and the event handlers of the heads. */
export interface ColumnDrag {
  readonly moving: string | null;
  readonly target: string | null;
  readonly handlers: (id: string) => {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onClickCapture: (event: { stopPropagation: () => void }) => void;
  };
}

/** Lets the user drag a column head to the position of another head. */
export function useColumnDrag(onMove: (id: string, target: string) => void): ColumnDrag {
  const [state, setState] = useState<{ moving: string; target: string | null } | null>(null);
  const press = useRef<{ readonly x: number } | null>(null);
  const dragged = useRef(false);
  const handlers = (id: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) press.current = { x: event.clientX };
      dragged.current = false;
    },
    onPointerMove: (event: PointerEvent) => {
      // The button was released outside the heads before the drag began.
      if (event.buttons === 0) press.current = null;
      if (press.current === null) return;
      if (!dragged.current && Math.abs(event.clientX - press.current.x) < FAR) return;
      dragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      setState({ moving: id, target: headAt(event) });
    },
    onPointerUp: (event: PointerEvent) => {
      const target = dragged.current ? headAt(event) : null;
      press.current = null;
      setState(null);
      if (target !== null && target !== id) onMove(id, target);
    },
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (dragged.current) event.stopPropagation();
    },
  });
  return { moving: state?.moving ?? null, target: state?.target ?? null, handlers };
}

function headAt(event: PointerEvent): string | null {
  const head = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((each) => each.closest<HTMLElement>('.grid-head-cell'))
    .find((each) => each !== null);
  return head?.dataset['column'] ?? null;
}
