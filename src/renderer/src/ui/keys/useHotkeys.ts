import { useEffect, useRef } from 'react';
import { giveFocusBack } from './focusBack.ts';
import { pressed, shortcuts } from '../../state/shortcuts.ts';
import type { Shortcut, ShortcutId } from '../../state/shortcuts.ts';

/** Handlers by shortcut; false means that the shortcut does not apply here. */
export type Hotkeys = Partial<Record<ShortcutId, () => boolean | void>>;

interface Entry {
  readonly current: Hotkeys;
}

const stack: Entry[] = [];
let listening = false;
/** Number of dialogs above the page. */
let dialogs = 0;

/**
 * Shortcuts that do nothing under a dialog but must not reach the browser, which would reload or
 * save the page.
 */
const HELD: ReadonlySet<string> = new Set([
  'add',
  'keep',
  'export',
  ...shortcuts.filter(({ scope }) => scope === 'everywhere').map(({ id }) => id),
]);

/**
 * Handles shortcuts while the component is mounted.
 *
 * The last mounted component comes first, so that a panel's Escape wins over the screen's. With
 * `beneath`, it comes last.
 */
export function useHotkeys(hotkeys: Hotkeys, beneath = false): void {
  const entry = useRef(hotkeys);
  useEffect(() => {
    entry.current = hotkeys;
  });
  useEffect(() => {
    listen();
    return joinKeys(entry, beneath);
  }, [beneath]);
}

/**
 * Adds handlers above the others, or below all of them.
 *
 * Returns the function that removes them.
 */
export function joinKeys(entry: Entry, beneath = false): () => void {
  if (beneath) stack.unshift(entry);
  else stack.push(entry);
  return () => {
    stack.splice(stack.indexOf(entry), 1);
  };
}

/** Limits keys to an open dialog and returns the focus when it closes. */
export function useKeysHeld(open = true): void {
  useEffect(() => {
    if (!open) return undefined;
    const release = holdKeys();
    return () => {
      release();
      giveFocusBack();
    };
  }, [open]);
}

/**
 * Limits keys to a dialog outside a component.
 *
 * Returns the function that ends this.
 */
export function holdKeys(): () => void {
  dialogs += 1;
  return () => {
    dialogs -= 1;
  };
}

/** Returns whether a dialog is open. */
export function isDialogOpen(): boolean {
  return dialogs > 0;
}

function listen(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('keydown', pressOnce, true);
  window.addEventListener('keydown', onKey);
}

/**
 * Ignores repeats of a held Enter on a button.
 *
 * The browser would press it thirty times a second, even after the button's action has changed.
 */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && isButton(event.target)) event.preventDefault();
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, summary, a[href]') !== null;
}

/** Finds the shortcut of a key press and runs it. */
export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  // The key was meant for a dialog or menu, which this key may have just closed.
  if (dialogs === 0 && isPlain(event) && isOverPage(event.target)) return;
  const typing = isTyping(event.target);
  for (const shortcut of shortcuts) {
    const { id, keys, whileTyping, once }: Shortcut & { id: ShortcutId } = shortcut;
    if (typing && !whileTyping && !isFunctionKey(event)) continue;
    if (!keys.some((each) => pressed(event, each))) continue;
    // A repeat must not reach the browser either: F5 would reload the page.
    if ((once !== true || !event.repeat) && !runShortcut(id)) continue;
    event.preventDefault();
    return;
  }
}

// A function key types nothing.
function isFunctionKey({ key }: KeyboardEvent): boolean {
  return /^F\d{1,2}$/.test(key);
}

// F5 is excluded, because the browser would reload the page from any focus.
function isPlain({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Escape');
}

function isOverPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** Runs a shortcut; returns false when nothing handles it. */
export function runShortcut(id: ShortcutId): boolean {
  if (dialogs > 0) return id !== 'leave' && HELD.has(id);
  return stack.toReversed().some(({ current }) => {
    const handler = current[id];
    return handler !== undefined && handler() !== false;
  });
}

/** Returns whether typed keys go into a text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button)$/.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
