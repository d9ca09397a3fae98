import type { TFunction } from 'i18next';

// Anything except white space and invisible characters, such as zero-width spaces and direction
// marks.
const SHOWN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Returns whether a text has a visible character. */
export function isReadable(text: string): boolean {
  return SHOWN.test(text);
}

/** Returns the first value that is a text with a visible character. */
export function firstReadable(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && isReadable(value));
}

/** Returns a name for display, with a substitute for an empty one. */
export function calledOf(t: TFunction, name: string): string {
  return isReadable(name) ? name : t('common.unnamed');
}
