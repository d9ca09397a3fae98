import type { FocusEvent, KeyboardEvent } from 'react';
import { isComposing } from '../../../ui/keys/composing.ts';
import type { After, Edit } from './edit.ts';

/** What an editor can ask of its grid. */
export interface CellEditorActions {
  readonly type: (text: string) => void;
  readonly keep: (after: After) => void;
  readonly leave: () => void;
}

type Press = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'preventDefault' | 'nativeEvent'
>;

/** What is prevented here is the editor's own; every other key is the window's as anywhere. */
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
 * Who leaves the cell has done with it. Who leaves the window, perhaps to look up the rest of a number, comes back to
 * it: the cell is still the one with the focus then.
 */
export function onEditorBlur(
  { currentTarget }: Pick<FocusEvent, 'currentTarget'>,
  { keep }: Pick<CellEditorActions, 'keep'>,
): void {
  if (document.activeElement !== currentTarget) keep('away');
}
