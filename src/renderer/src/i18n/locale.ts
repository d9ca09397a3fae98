/** The languages of the interface. */
export type Language = 'en' | 'pl';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', pl: 'pl-PL' };
let current: Language = 'en';

/** The language shown now. */
export function language(): Language {
  return current;
}

/** Returns the locale for numbers, dates and sorting. */
export function locale(): string {
  return LOCALES[current];
}

/** Sets the language used for formatting. */
export function setLocale(next: Language): void {
  current = next;
}
