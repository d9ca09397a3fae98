import { useSyncExternalStore } from 'react';

/** As in rail.css: below it the rail shows its icons alone. */
const narrow = () => window.matchMedia('(width < 900px)');

/** Whether the window is narrow, or as narrow by being magnified: the rail has no room for its words. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(listen, () => narrow().matches);
}

function listen(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
