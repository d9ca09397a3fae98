import { Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { shortcutOf } from '../state/shortcuts.ts';
import type { ShortcutId } from '../state/shortcuts.ts';
import { Keys } from './Kbd.tsx';
import { usePressable } from './usePressable.ts';
import { useTip } from './useTip.ts';
import './button.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  readonly icon: LucideIcon;
  /** The name for screen readers, also shown as a tooltip. */
  readonly label: string;
  readonly shortcut?: ShortcutId;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon, and a tooltip. */
export function IconButton({ icon: Icon, label, shortcut, className, ...rest }: IconButtonProps) {
  const { onBlur, ...pressable } = usePressable(rest);
  const tip = useTip(pressable.disabled);
  const keys = shortcut === undefined ? undefined : shortcutOf(shortcut).keys[0];
  return (
    <Tooltip
      opened={tip.opened}
      label={
        <>
          {label} {keys !== undefined && <Keys keys={keys} />}
        </>
      }
    >
      <button
        type="button"
        {...rest}
        {...pressable}
        {...tip.on}
        onBlur={(event) => {
          tip.on.onBlur();
          onBlur(event);
        }}
        className={`icon-button ${className ?? ''}`}
        aria-label={label}
      >
        <Icon size={15} aria-hidden />
      </button>
    </Tooltip>
  );
}
