import type { Look } from '../scene/stage.ts';

/** Returns the colours of the current theme from its CSS. */
export function currentLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const isDark = document.documentElement.dataset['theme'] === 'dark';
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    grid: isDark ? '#8f887d' : '#8a8378',
    ruler: token('--ink-3'),
    edge: isDark ? '#12110f' : '#2a2723',
    wire: token('--ink'),
    accent: token('--accent'),
    isDark,
  };
}

/**
 * Calls `listener` when the theme changes.
 *
 * Returns the function that stops listening.
 */
export function onLook(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
