import type { KeyboardEvent } from 'react';

/**
 * Returns whether a key belongs to an input method.
 *
 * There Enter ends a word, Escape drops it and arrows choose.
 */
export function isComposing({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean {
  return nativeEvent.isComposing;
}
