import { useEffect } from 'react';
import { isDialogOpen, isTyping } from '../../ui/keys/useHotkeys.ts';
import { planView } from './planView.ts';

/**
 * Opens the question for pasted rows when a text is pasted, wherever the focus is. A text that is pasted into a field
 * or a dialog stays theirs; several cells are rows also there, since a field of one line cannot hold them.
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
  planView.setState({ paste: { kind: null, text } });
}

/** Tells whether a text for a field of one line holds several cells, as copied from a spreadsheet. */
function isBlock(target: EventTarget | null, text: string): boolean {
  return target instanceof HTMLInputElement && /[\t\n]/.test(text.trim());
}
