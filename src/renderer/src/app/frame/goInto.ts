import { focusNextScreen, focusThisScreen } from '../../ui/keys/screenFocus.ts';
import { viewStore } from '../../state/view.ts';

/** Goes somewhere by key or palette and moves the focus there. */
export function goInto(go: () => void): void {
  const before = viewStore.getState();
  go();
  const now = viewStore.getState();
  if (now.screen === before.screen && now.kind === before.kind) focusThisScreen();
  else focusNextScreen();
}
