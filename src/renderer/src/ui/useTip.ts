import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';

/** How long a button is pointed at before it says what it does. */
const RESTS_MS = 400;
/** The keys that lead from one button to the next. */
const LEADING: ReadonlySet<string> = new Set([
  'Tab',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]);

/**
 * When a button says what it does: the mouse rests on it, or a key has led to it. A dialog that puts the focus there
 * by itself has nothing said. Any key ends it, and does what it does besides: Escape leaves a panel at once.
 * `disabled`: nobody hears the mouse leave a button that cannot be pressed.
 */
export function useTip(disabled: boolean) {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setOpened(false);
  }, []);
  const soon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(true), RESTS_MS);
  };
  if (disabled && opened) setOpened(false);
  useEffect(() => () => clearTimeout(timer.current), [disabled]);
  useEffect(() => {
    if (!opened) return undefined;
    window.addEventListener('keydown', close, true);
    return () => window.removeEventListener('keydown', close, true);
  }, [opened, close]);
  const on = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') soon();
    },
    onPointerLeave: close,
    onPointerDown: close,
    onKeyUp: ({ key }: KeyboardEvent) => {
      if (LEADING.has(key)) soon();
    },
    onBlur: close,
  };
  return { opened, on };
}
