import { useEffect, useRef } from 'react';
import { giveFocusBack } from './focusBack.ts';
import { pressed, shortcuts } from '../../state/shortcuts.ts';
import type { Shortcut, ShortcutId } from '../../state/shortcuts.ts';

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
 * panel's Escape comes before the screen's; one that is `beneath` is asked behind all the others.
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

/** Asks an entry before those that are there, or beneath them, until the function that it gives is called. */
export function joinKeys(entry: Entry, beneath = false): () => void {
  if (beneath) stack.unshift(entry);
  else stack.push(entry);
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

/** Tells whether a dialog stands over the page. */
export function isDialogOpen(): boolean {
  return dialogs > 0;
}

function listen(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('keydown', pressOnce, true);
  window.addEventListener('keydown', onKey);
}

/** Enter that is held down presses a button once: the browser would press it thirty times a second, whatever it is by then. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && isButton(event.target)) event.preventDefault();
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, summary, a[href]') !== null;
}

/** Finds the shortcut that a key press is, and does it. */
export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  // It is for what stands over the page, which has left by this very key perhaps, and may be gone already.
  if (dialogs === 0 && isPlain(event) && isOverPage(event.target)) return;
  const typing = isTyping(event.target);
  for (const shortcut of shortcuts) {
    const { id, keys, whileTyping, once }: Shortcut & { id: ShortcutId } = shortcut;
    if (typing && !whileTyping) continue;
    if (!keys.some((each) => pressed(event, each))) continue;
    // Held down, it is not the browser's either: F5 would load the page anew.
    if ((once !== true || !event.repeat) && !runShortcut(id)) continue;
    event.preventDefault();
    return;
  }
}

// F5 is the page's wherever the focus is: the browser would load it anew.
function isPlain({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Escape');
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
