import type { Label } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { TextKey } from '../i18n/i18n.ts';
import { KIND_ORDER } from './view.ts';

/**
 * Where a shortcut works.
 *
 * The overlay groups by it.
 */
export type Scope = 'everywhere' | 'grid' | 'cell' | 'record' | 'outbox' | 'problems' | 'review';

/** One line of the keyboard map. */
export interface Shortcut {
  readonly id: string;
  /**
   * Key combinations such as `Ctrl+Shift+E`.
   *
   * All of them work; the first is shown.
   */
  readonly keys: readonly string[];
  readonly scope: Scope;
  readonly label: TextKey;
  /** The name of the list that the label is about. */
  readonly list?: Label;
  /** Also works while the user types; plain keys otherwise do not. */
  readonly whileTyping?: boolean;
  /** A held key acts once, because each press decides about one thing. */
  readonly once?: boolean;
}

/** The number keys of the lists; the other numbers are keys of screens. */
const KIND_DIGITS = 4;

/** The shortcut that opens the list of a kind. */
type KindShortcut = `kind:${Kind}`;

const KIND_LINES: readonly Line<KindShortcut>[] = KIND_ORDER.slice(0, KIND_DIGITS).map(
  (kind, index) => ({
    ...line(`kind:${kind}`, [`Alt+${index + 1}`], 'everywhere', 'frame.commands.go', true),
    list: resourceOf(kind).label,
  }),
);

/** Returns the shortcut of a kind's list; null for a kind without a number key. */
export function kindShortcut(kind: Kind): KindShortcut | null {
  return KIND_LINES.find(({ id }) => id === `kind:${kind}`)?.id ?? null;
}

/**
 * The keyboard map, read by the handler (`useHotkeys`), the palette and the list of shortcuts.
 *
 * Keys that the grid or the record handles itself are listed too, so that they are shown.
 */
export const shortcuts = [
  line('palette', ['Ctrl+K'], 'everywhere', 'frame.shortcuts.palette', true),
  line('search', ['/'], 'everywhere', 'frame.shortcuts.search'),
  once('send', ['Ctrl+Enter'], 'everywhere', 'frame.shortcuts.send', true),
  once('refresh', ['Ctrl+R', 'F5'], 'everywhere', 'frame.shortcuts.refresh', true),
  ...KIND_LINES,
  line('outbox', ['Alt+5'], 'everywhere', 'frame.shortcuts.outbox', true),
  line('needsYou', ['Alt+6'], 'everywhere', 'frame.shortcuts.needsYou', true),
  line('problems', ['Alt+7'], 'everywhere', 'frame.screens.problems', true),
  line('review', ['Alt+8'], 'everywhere', 'frame.screens.review', true),
  line('plan', ['Alt+9'], 'everywhere', 'frame.screens.plan', true),
  line('activity', ['Alt+0'], 'everywhere', 'frame.screens.activity', true),
  line('settings', ['Ctrl+,'], 'everywhere', 'frame.shortcuts.settings', true),
  once('undo', ['Ctrl+Z'], 'everywhere', 'frame.shortcuts.undo'),
  once('redo', ['Ctrl+Shift+Z', 'Ctrl+Y'], 'everywhere', 'common.actions.redo'),
  line('help', ['F1', '?'], 'everywhere', 'help.title'),
  line('shortcuts', ['Ctrl+/'], 'everywhere', 'frame.shortcuts.help', true),
  once('leave', ['Escape'], 'everywhere', 'frame.shortcuts.leave', true),
  line('rows', ['ArrowUp', 'ArrowDown'], 'grid', 'frame.shortcuts.rows'),
  line('cells', ['ArrowLeft', 'ArrowRight'], 'grid', 'frame.shortcuts.cells'),
  line('pages', ['PageUp', 'PageDown'], 'grid', 'frame.shortcuts.pages'),
  line('ends', ['Home', 'End'], 'grid', 'frame.shortcuts.ends'),
  line('openPanel', ['Enter'], 'grid', 'frame.shortcuts.openPanel'),
  line('editCell', ['F2', 'Shift+Enter'], 'grid', 'frame.shortcuts.editCell'),
  line('quickLook', ['Space'], 'grid', 'frame.shortcuts.quickLook'),
  line('select', ['Shift+Space', 'Ctrl+Space'], 'grid', 'frame.shortcuts.select'),
  line('selectMore', ['Shift+ArrowUp', 'Shift+ArrowDown'], 'grid', 'frame.shortcuts.selectMore'),
  line('selectAll', ['Ctrl+A'], 'grid', 'frame.shortcuts.selectAll'),
  // Browsers reserve Ctrl+N.
  line('add', ['Alt+N', 'Ctrl+N'], 'grid', 'frame.shortcuts.add', true),
  once('export', ['Ctrl+Shift+E'], 'grid', 'sheets.menu.export', true),
  line('copyCodes', ['Ctrl+C'], 'grid', 'records.copyCodes'),
  line('filterByValue', ['Ctrl+Shift+L'], 'grid', 'records.filterByValue'),
  line('pasteBlock', ['Ctrl+V'], 'grid', 'sheets.menu.paste'),
  line('removeRecords', ['Delete'], 'grid', 'frame.shortcuts.remove'),
  line(
    'moveColumn',
    ['Ctrl+Shift+ArrowLeft', 'Ctrl+Shift+ArrowRight'],
    'grid',
    'frame.shortcuts.moveColumn',
  ),
  line(
    'sizeColumn',
    ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'],
    'grid',
    'frame.shortcuts.sizeColumn',
  ),
  line('keepDown', ['Enter'], 'cell', 'frame.shortcuts.keepDown'),
  line('keepUp', ['Shift+Enter'], 'cell', 'frame.shortcuts.keepUp'),
  line('keepNext', ['Tab'], 'cell', 'frame.shortcuts.keepNext'),
  line('keepPrevious', ['Shift+Tab'], 'cell', 'frame.shortcuts.keepPrevious'),
  once('keep', ['Ctrl+S'], 'record', 'frame.shortcuts.keep', true),
  once('duplicate', ['Ctrl+D'], 'record', 'records.duplicate.action', true),
  line('rowUpDown', ['Alt+ArrowUp', 'Alt+ArrowDown'], 'record', 'structure.keys.move', true),
  line('duplicateRow', ['Alt+D'], 'record', 'structure.keys.duplicate', true),
  line('removeRow', ['Alt+Delete'], 'record', 'structure.keys.remove', true),
  line('asJson', ['Alt+J'], 'record', 'structure.keys.asJson', true),
  line('unfold', ['Enter'], 'outbox', 'outbox.keys.unfold'),
  line('hold', ['H'], 'outbox', 'outbox.keys.hold'),
  line('discard', ['Delete'], 'outbox', 'outbox.keys.discard'),
  line('decisions', ['J', 'K'], 'outbox', 'outbox.keys.decisions'),
  line('reviewNext', ['J'], 'review', 'review.keys.next'),
  line('reviewBefore', ['K'], 'review', 'review.keys.before'),
  once('approve', ['A'], 'review', 'review.keys.approve'),
  once('flag', ['F'], 'review', 'review.keys.flag'),
  once('skip', ['S'], 'review', 'review.keys.skip'),
  once('takeBack', ['U'], 'review', 'review.keys.takeBack'),
  once('reviewEdit', ['E'], 'review', 'review.keys.edit'),
  line('copyCode', ['Ctrl+C'], 'review', 'review.keys.copy'),
  once('hide', ['H'], 'problems', 'problems.keys.hide'),
  once('choose', ['X'], 'problems', 'problems.keys.choose'),
  line('chooseAll', ['Ctrl+A'], 'problems', 'problems.keys.chooseAll'),
] as const satisfies readonly Shortcut[];

export type ShortcutId = (typeof shortcuts)[number]['id'];

interface Line<Id extends string> extends Shortcut {
  readonly id: Id;
}

function line<const Id extends string>(
  id: Id,
  keys: readonly string[],
  scope: Scope,
  label: TextKey,
  whileTyping = false,
): Line<Id> {
  return { id, keys, scope, label, whileTyping };
}

type Rest = readonly [keys: readonly string[], scope: Scope, label: TextKey, whileTyping?: boolean];

function once<const Id extends string>(id: Id, ...rest: Rest): Line<Id> {
  return { ...line(id, ...rest), once: true };
}

/** Returns the line of a shortcut. */
export function shortcutOf(id: ShortcutId): Shortcut {
  const found = shortcuts.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no shortcut ${id}`);
  return found;
}

/** The part of a keyboard event that a match needs. */
export interface Press {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Returns whether a key press matches `Ctrl+K`, `Alt+1`, `?` and so on.
 *
 * Ctrl also means Cmd.
 */
export function pressed(press: Press, keys: string): boolean {
  const parts = keys.split('+');
  const main = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  if ((press.ctrlKey || press.metaKey) !== wants('Ctrl')) return false;
  if (press.altKey !== wants('Alt')) return false;
  // `?` needs Shift on most keyboards, so Shift counts only for letters and named keys.
  const shiftMatters = main.length > 1 || /[a-z]/i.test(main);
  if (shiftMatters && press.shiftKey !== wants('Shift')) return false;
  return sameKey(press, main);
}

function sameKey(press: Press, main: string): boolean {
  if (main === 'Space') return press.key === ' ';
  // With Alt or another layout a digit key may give another character, but its `code` stays.
  if (/^\d$/.test(main)) return isInPlace(press, main) || isTyped(press, main);
  return press.key.toLowerCase() === main.toLowerCase();
}

// With Alt and Shift the digit key types a character: a Mac writes ° for 8.
function isInPlace({ code, shiftKey }: Press, digit: string): boolean {
  return code === `Digit${digit}` && !shiftKey;
}

// On Windows, Alt and digits of the number pad type a character, such as 0176 for °.
function isTyped({ key, code }: Press, digit: string): boolean {
  return key === digit && !code.startsWith('Numpad');
}
