import i18next from 'i18next';
import type { ParseKeys } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '#contract/procedures.ts';
import type { Label } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { formatCount } from './format.ts';
import { language, setLocale } from './locale.ts';
import type { Language } from './locale.ts';
import { en, pl } from './texts.ts';
import type { Texts } from './texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts';
    resources: { texts: Texts };
    // Our own format in the braces is unknown to the types.
    parseInterpolation: false;
  }
}

/** The key of a text, checked by the compiler: `t('outbox.title')`. */
export type TextKey = ParseKeys;

const KEY = 'cabinet:language';

/** Loads both languages and starts with the stored one. */
export async function startTexts(): Promise<void> {
  const first = languageOf(storedLanguage());
  setLocale(first);
  await i18next.use(initReactI18next).init({
    lng: first,
    fallbackLng: 'en',
    defaultNS: 'texts',
    resources: { en: { texts: en }, pl: { texts: pl } },
    interpolation: { escapeValue: false },
  });
  i18next.services.formatter?.add('n', (value: unknown) =>
    typeof value === 'number' ? formatCount(value) : String(value),
  );
  document.documentElement.lang = first;
}

/** Shows a language at once and stores it for the next start. */
export function applyLanguage(choice: Settings['language']): void {
  localStorage.setItem(KEY, choice);
  const next = languageOf(choice);
  if (next === language()) return;
  setLocale(next);
  document.documentElement.lang = next;
  void i18next.changeLanguage(next);
}

function storedLanguage(): Settings['language'] {
  const kept = localStorage.getItem(KEY);
  return kept === 'en' || kept === 'pl' ? kept : 'system';
}

function languageOf(choice: Settings['language']): Language {
  if (choice !== 'system') return choice;
  return navigator.language.toLowerCase().startsWith('pl') ? 'pl' : 'en';
}

/** Returns a descriptor's label in the interface language. */
export function textOf(label: Label): string {
  return label[language()];
}

/** Returns a number of records with the name of their kind: `1,200 fittings`, `2 okuć`. */
export function countedText(kind: Kind, count: number): string {
  return `${formatCount(count)} ${resourceOf(kind).counted[language()][count === 1 ? 'one' : 'many']}`;
}

/** Returns the name of many records of a kind inside a sentence: `fittings`, `okuć`. */
export function manyText(kind: Kind): string {
  return resourceOf(kind).counted[language()].many;
}
