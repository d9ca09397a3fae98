import { useHotkeys } from '../../../ui/keys/useHotkeys.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { dialogStore } from '../../../state/dialogs.ts';
import { setList } from './listStore.ts';
import { openExport } from './tasks.ts';

/** The id of the box that filters as one types; `/` goes there. */
export const FILTER_BOX = 'records-filter';

/** The shortcuts of a list that work wherever the focus is. */
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
