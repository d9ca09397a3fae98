import { useKeysHeld } from './keys/useHotkeys.ts';
import { useDialog } from '../state/dialogs.ts';

/**
 * For a dialog of a screen: while it is open it has the keys. Tells whether Escape is for it, since what the frame has
 * put above is left first, and alone.
 */
export function useScreenDialog(opened = true): boolean {
  useKeysHeld(opened);
  return useDialog() === null;
}
