import type { KeyboardEvent } from 'react';

/** A key that is still an input method's: its Enter ends a word, its Escape drops one, its arrows choose. */
export function isComposing({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean {
  return nativeEvent.isComposing;
}
