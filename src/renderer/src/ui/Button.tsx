import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { LucideIcon } from 'lucide-react';
import { usePressable } from './usePressable.ts';
import './button.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `go` is the main action; `bad` removes something for good. */
  readonly tone?: 'plain' | 'go' | 'quiet' | 'bad';
  readonly icon?: LucideIcon;
  /**
   * True while an action runs.
   *
   * The button keeps its size and cannot be pressed.
   */
  readonly busy?: boolean;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button of 28 px height. */
export function Button({ tone = 'plain', icon: Icon, busy, children, ...rest }: ButtonProps) {
  const { className, disabled, type = 'button', ...others } = rest;
  const pressable = usePressable({ ...others, disabled: disabled === true || busy === true });
  return (
    <button
      {...others}
      {...pressable}
      type={type}
      className={`button button-${tone} ${className ?? ''}`}
      aria-busy={busy === true}
    >
      {busy === true ? <span className="button-spin" /> : Icon && <Icon size={14} aria-hidden />}
      {children}
    </button>
  );
}
