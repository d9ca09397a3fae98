import type { Settings } from '#contract/procedures.ts';

const KEY = 'cabinet:theme';
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** What the person chose: one of the two, or whatever the system shows. */
export type ThemeChoice = Settings['theme'];
export type Scheme = 'light' | 'dark';

/** The theme kept from the last time, known before the core answers. */
export function storedTheme(): ThemeChoice {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** The scheme that a choice means now. */
export function schemeOf(choice: ThemeChoice): Scheme {
  if (choice !== 'system') return choice;
  return dark().matches ? 'dark' : 'light';
}

/** Shows a theme and keeps it for the next first paint. */
export function applyTheme(choice: ThemeChoice): Scheme {
  const scheme = schemeOf(choice);
  localStorage.setItem(KEY, choice);
  document.documentElement.dataset['theme'] = scheme;
  return scheme;
}

/** Tells when the system goes from light to dark or back; the returned function stops listening. */
export function onSystemScheme(listener: () => void): () => void {
  const query = dark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
