import type { TFunction } from 'i18next';

// Blanks, and what no screen shows: a space of no width, a mark of the direction of writing.
const SHOWN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** There is something to be read in a text. */
export function isReadable(text: string): boolean {
  return SHOWN.test(text);
}

/** The first of some values that is a text with something to be read in it. */
export function firstReadable(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && isReadable(value));
}

/** A name as a line tells it, which would be empty without one. */
export function calledOf(t: TFunction, name: string): string {
  return isReadable(name) ? name : t('common.unnamed');
}
