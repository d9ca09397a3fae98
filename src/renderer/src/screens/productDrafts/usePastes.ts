import { useEffect } from 'react';
import { isDialogOpen, isTyping } from '../../ui/keys/useHotkeys.ts';
import { draftView } from './draftView.ts';

/**
 * Opens the paste dialog when text is pasted anywhere on the screen.
 *
 * Text pasted into a field or a dialog stays there. Several cells are still taken as rows, because
 * a single-line field cannot hold them.
 */
export function usePastes(locked: boolean): void {
  useEffect(() => {
    if (locked) return undefined;
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [locked]);
}

function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  const isForField = isTyping(event.target) && !isBlock(event.target, text);
  if (isDialogOpen() || isForField || text.trim() === '') return;
  event.preventDefault();
  draftView.setState({ paste: { kind: null, text } });
}

/** Returns whether a text for a single-line field holds several cells of a spreadsheet. */
function isBlock(target: EventTarget | null, text: string): boolean {
  return target instanceof HTMLInputElement && /[\t\n]/.test(text.trim());
}
