import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';

/** Hover time in milliseconds before the tooltip opens. */
const RESTS_MS = 400;
/** Keys that move the focus between buttons. */
const LEADING: ReadonlySet<string> = new Set([
  'Tab',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]);

/**
 * Opens a tooltip when the mouse rests on a button or a key moves the focus to it.
 *
 * A focus set by a dialog opens none. Any key closes it and still acts: Escape closes a panel at
 * once. `disabled` closes it too, because a disabled button gets no leave event.
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
