import type { Settings } from '#contract/procedures.ts';

const KEY = 'cabinet:theme';
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** The user's choice: a fixed theme or the system's. */
export type ThemeChoice = Settings['theme'];
export type Scheme = 'light' | 'dark';

/**
 * Returns the theme stored by the last session.
 *
 * It is known before the core answers.
 */
export function storedTheme(): ThemeChoice {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Returns the scheme that a choice stands for now. */
export function schemeOf(choice: ThemeChoice): Scheme {
  if (choice !== 'system') return choice;
  return dark().matches ? 'dark' : 'light';
}

/** Applies a theme and stores it for the next first paint. */
export function applyTheme(choice: ThemeChoice): Scheme {
  const scheme = schemeOf(choice);
  localStorage.setItem(KEY, choice);
  document.documentElement.dataset['theme'] = scheme;
  return scheme;
}

/**
 * Calls `listener` when the system changes between light and dark.
 *
 * Returns the function that stops listening.
 */
export function onSystemScheme(listener: () => void): () => void {
  const query = dark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
