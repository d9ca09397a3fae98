import type { KeyboardEvent } from 'react';
import { isAltLetter } from '../../../ui/keys/letters.ts';

/** An action that a key press in the grid asks for. */
export type GridAct =
  | { readonly do: 'row'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'column'; readonly step: -1 | 1 }
  | { readonly do: 'moveColumn'; readonly step: -1 | 1 }
  | { readonly do: 'sizeColumn'; readonly step: -1 | 1 }
  | { readonly do: 'edit'; readonly typed: string | null }
  | {
      readonly do:
        'open' | 'sort' | 'look' | 'toggle' | 'all' | 'copy' | 'filter' | 'remove' | 'leave';
    };

/** The state that key presses depend on: the active row, the last row and the page size. */
export interface KeyContext {
  readonly row: number;
  readonly last: number;
  readonly page: number;
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Window shortcuts made of one character (`UI.md`, Keyboard); these characters begin no edit. */
const NOT_TYPED = new Set(['/', '?']);

/** Returns the action of a key press in the grid, or null if the grid has none for it. */
export function actOf(press: Press, context: KeyContext): GridAct | null {
  const ctrl = press.ctrlKey || press.metaKey;
  const row = rowAct(press, context);
  if (row !== null) return row;
  if (press.key === 'ArrowLeft' || press.key === 'ArrowRight') return columnAct(press, ctrl);
  if (context.row < 0) return press.key === 'Enter' || press.key === ' ' ? { do: 'sort' } : null;
  if (isAltLetter(press)) return { do: 'edit', typed: press.key };
  if (ctrl) return ctrlAct(press);
  return plainAct(press);
}

function rowAct(press: Press, { row, last, page }: KeyContext): GridAct | null {
  if (press.altKey) return null;
  const target: Readonly<Record<string, number>> = {
    ArrowUp: row - 1,
    ArrowDown: row + 1,
    PageUp: Math.max(row - page, 0),
    PageDown: row + page,
    Home: 0,
    End: last,
  };
  const to = Object.hasOwn(target, press.key) ? target[press.key] : undefined;
  if (to === undefined) return null;
  // The head is above the first row; with Shift the selection stops at the first row.
  const least = press.shiftKey ? 0 : -1;
  return { do: 'row', to: Math.min(Math.max(to, least), last), extend: press.shiftKey };
}

function columnAct({ key, shiftKey, altKey }: Press, ctrl: boolean): GridAct {
  const step = key === 'ArrowLeft' ? -1 : 1;
  if (ctrl && shiftKey) return { do: 'moveColumn', step };
  if (altKey && shiftKey) return { do: 'sizeColumn', step };
  return { do: 'column', step };
}

function ctrlAct({ key, shiftKey, altKey }: Press): GridAct | null {
  if (shiftKey && !altKey && key.toLowerCase() === 'l') return { do: 'filter' };
  if (shiftKey || altKey) return null;
  if (key === ' ') return { do: 'toggle' };
  if (key.toLowerCase() === 'a') return { do: 'all' };
  if (key.toLowerCase() === 'c') return { do: 'copy' };
  return null;
}

function plainAct({ key, altKey, shiftKey }: Press): GridAct | null {
  if (key === 'Enter') return altKey || shiftKey ? { do: 'edit', typed: null } : { do: 'open' };
  if (altKey) return null;
  if (key === 'F2') return { do: 'edit', typed: null };
  if (key === ' ') return { do: shiftKey ? 'toggle' : 'look' };
  if (key === 'Delete') return { do: 'remove' };
  if (key === 'Escape') return { do: 'leave' };
  if (Array.from(key).length !== 1 || NOT_TYPED.has(key)) return null;
  return { do: 'edit', typed: key };
}
