import { useEffect, useRef } from 'react';
import { giveFocusBack } from './focusBack.ts';
import { pressed, shortcuts } from './shortcuts.ts';
import type { Shortcut, ShortcutId } from './shortcuts.ts';

/** What each shortcut does here; false means that it was not for this place after all. */
export type Hotkeys = Partial<Record<ShortcutId, () => boolean | void>>;

interface Entry {
  readonly current: Hotkeys;
}

const stack: Entry[] = [];
let listening = false;
/** How many dialogs stand over the page. */
let dialogs = 0;

/** Under a dialog these do nothing, and are not the browser's either: it would load the page anew, or save it. */
const HELD: ReadonlySet<string> = new Set([
  'add',
  'keep',
  'export',
  ...shortcuts.filter(({ scope }) => scope === 'everywhere').map(({ id }) => id),
]);

/**
 * Answers shortcuts while the component is shown. The component shown last is asked first, so a
 * panel's Escape comes before the screen's.
 */
export function useHotkeys(hotkeys: Hotkeys): void {
  const entry = useRef(hotkeys);
  useEffect(() => {
    entry.current = hotkeys;
  });
  useEffect(() => {
    listen();
    return joinKeys(entry);
  }, []);
}

/** Asks an entry before those that are there, until the function that it gives is called. */
export function joinKeys(entry: Entry): () => void {
  stack.push(entry);
  return () => {
    stack.splice(stack.indexOf(entry), 1);
  };
}

/** While a dialog is open, keys are for what stands in it, and for nothing beneath; the focus comes back behind it. */
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

/** The same outside a component, until the function that it gives is called. */
export function holdKeys(): () => void {
  dialogs += 1;
  return () => {
    dialogs -= 1;
  };
}

function listen(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('keydown', onKey);
}

/** Finds the shortcut that a key press is, and does it. */
export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const typing = isTyping(event.target);
  for (const shortcut of shortcuts) {
    const { id, keys, whileTyping, once }: Shortcut & { id: ShortcutId } = shortcut;
    if (typing && !whileTyping) continue;
    if (!keys.some((each) => pressed(event, each))) continue;
    if (once === true && event.repeat) continue;
    // What stood over the page has left by this very key, and may be gone already.
    if (id === 'leave' && isOverPage(event.target)) continue;
    if (!runShortcut(id)) continue;
    event.preventDefault();
    return;
  }
}

function isOverPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** Does what a shortcut does now; false when nobody shown answers it. */
export function runShortcut(id: ShortcutId): boolean {
  if (dialogs > 0) return id !== 'leave' && HELD.has(id);
  return stack.toReversed().some(({ current }) => {
    const handler = current[id];
    return handler !== undefined && handler() !== false;
  });
}

/** Tells whether keys typed now go into a text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button)$/.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
