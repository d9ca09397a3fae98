import type { FocusEvent, KeyboardEvent } from 'react';
import { isComposing } from '../../../ui/keys/composing.ts';
import type { After, Edit } from './edit.ts';

/** The actions that a cell editor needs from its grid. */
export interface CellEditorActions {
  readonly type: (text: string) => void;
  readonly keep: (after: After) => void;
  readonly leave: () => void;
}

type Press = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'preventDefault' | 'nativeEvent'
>;

/** Handles the keys of the editor itself; all other keys keep their usual meaning. */
export function onEditorKey(
  event: Press,
  edit: Pick<Edit, 'overwrites'>,
  actions: Pick<CellEditorActions, 'keep' | 'leave'>,
): void {
  if (isComposing(event)) return;
  const done = (after: After) => {
    event.preventDefault();
    actions.keep(after);
  };
  if (event.key === 'Escape') {
    event.preventDefault();
    actions.leave();
  } else if (event.key === 'Enter') done(afterEnter(event));
  else if (event.key === 'Tab') done(event.shiftKey ? 'previous' : 'next');
  else if (edit.overwrites && event.key === 'ArrowDown') done('down');
  else if (edit.overwrites && event.key === 'ArrowUp') done('up');
}

function afterEnter({ ctrlKey, metaKey, shiftKey }: Press): After {
  if (ctrlKey || metaKey) return 'send';
  return shiftKey ? 'up' : 'down';
}

/**
 * Keeps the text when the editor loses the focus.
 *
 * When the whole window loses the focus, the cell is still the active element and stays open.
 */
export function onEditorBlur(
  { currentTarget }: Pick<FocusEvent, 'currentTarget'>,
  { keep }: Pick<CellEditorActions, 'keep'>,
): void {
  if (document.activeElement !== currentTarget) keep('away');
}
