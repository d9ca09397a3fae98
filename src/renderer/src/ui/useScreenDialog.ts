import { useKeysHeld } from './keys/useHotkeys.ts';
import { useDialog } from '../state/dialogs.ts';

/**
 * Gives the keys to a screen's dialog while it is open.
 *
 * Returns whether Escape is for it: a dialog of the frame above it closes first.
 */
export function useScreenDialog(opened = true): boolean {
  useKeysHeld(opened);
  return useDialog() === null;
}
