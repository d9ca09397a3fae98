import { useHotkeys } from '../../../ui/keys/useHotkeys.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { dialogStore } from '../../../state/dialogs.ts';
import { setList } from './listStore.ts';
import { openExport } from './tasks.ts';

/** The id of the search box; the shortcut `/` focuses it. */
export const FILTER_BOX = 'records-filter';

/** Handles the shortcuts of a list that work with any focus. */
export function useRecordKeys(kind: Kind): void {
  useHotkeys({
    search: unlessDialog(() => {
      const box = document.getElementById(FILTER_BOX);
      box?.focus();
      if (box instanceof HTMLInputElement) box.select();
    }),
    add: unlessDialog(() => setList(kind, { adding: true })),
    export: unlessDialog(() => void openExport(kind)),
  });
}

function unlessDialog(act: () => boolean | void): () => boolean {
  return () => dialogStore.getState().open === null && act() !== false;
}
