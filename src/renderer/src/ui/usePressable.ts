import { useState } from 'react';
import type { ButtonHTMLAttributes, FocusEvent, MouseEvent } from 'react';

type Given = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'disabled' | 'onClick' | 'onFocus' | 'onBlur'
>;

/** What a button is given, so that it keeps the focus that it has when it can no more be pressed: a disabled one loses it to nobody. */
export function usePressable({ disabled = false, onClick, onFocus, onBlur }: Given) {
  const [inFocus, setInFocus] = useState(false);
  return {
    disabled: disabled && !inFocus,
    'aria-disabled': disabled && inFocus ? true : undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      // Nor does it send the form that it stands in.
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
