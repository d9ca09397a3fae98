import { useState } from 'react';
import type { ButtonHTMLAttributes, FocusEvent, MouseEvent } from 'react';

type Given = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'disabled' | 'onClick' | 'onFocus' | 'onBlur'
>;

/**
 * Returns the props of a button that keeps its focus when it becomes disabled.
 *
 * A browser takes the focus from a disabled button.
 */
export function usePressable({ disabled = false, onClick, onFocus, onBlur }: Given) {
  const [inFocus, setInFocus] = useState(false);
  return {
    disabled: disabled && !inFocus,
    'aria-disabled': disabled && inFocus ? true : undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      // A disabled button must not submit its form either.
      if (disabled) event.preventDefault();
      else onClick?.(event);
    },
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      setInFocus(true);
      onFocus?.(event);
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      setInFocus(false);
      onBlur?.(event);
    },
  } as const;
}
