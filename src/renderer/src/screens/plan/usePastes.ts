import { useEffect } from 'react';
import { isDialogOpen, isTyping } from '../../keys/useHotkeys.ts';
import { planView } from './planView.ts';

/**
 * Opens the question for pasted rows when a text is pasted, wherever the focus is: a plan that was just opened
 * has none, and the browser pastes into the page then. What is pasted into a field or a dialog is theirs.
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
  if (isDialogOpen() || isTyping(event.target) || text.trim() === '') return;
  event.preventDefault();
  planView.setState({ paste: { kind: null, text } });
}
