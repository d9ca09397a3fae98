import { useEffect, useRef } from 'react';
import { pressed, shortcuts } from './shortcuts.ts';
import type { Shortcut, ShortcutId } from './shortcuts.ts';

/** What each shortcut does here; false means that it was not for this place after all. */
export type Hotkeys = Partial<Record<ShortcutId, () => boolean | void>>;

const stack: { current: Hotkeys }[] = [];
let listening = false;

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
    stack.push(entry);
    return () => {
      stack.splice(stack.indexOf(entry), 1);
    };
  }, []);
}

function listen(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const typing = isTyping(event.target);
  for (const shortcut of shortcuts) {
    const { id, keys, whileTyping, once }: Shortcut & { id: ShortcutId } = shortcut;
    if (typing && !whileTyping) continue;
    if (!keys.some((each) => pressed(event, each))) continue;
    if (once === true && event.repeat) continue;
    if (!runShortcut(id)) continue;
    event.preventDefault();
    return;
  }
}

/** Does what a shortcut does now; false when nobody shown answers it. */
export function runShortcut(id: ShortcutId): boolean {
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
