import type { Action, Operation } from '#contract/operations.ts';

/** What discarding means for an operation: another truth when it may be, or is, at the service. */
export type Loss = Action | `${Action}Unknown` | 'createThere';

/** Which words tell the truth about discarding an operation. */
export function lossOf({ action, state, serviceId }: Operation): Loss {
  if (state === 'unknown') return `${action}Unknown`;
  return action === 'create' && serviceId !== null ? 'createThere' : action;
}

/** True where discarding loses values that were typed. */
export function losesValues(loss: Loss): boolean {
  return loss !== 'remove' && loss !== 'removeUnknown' && loss !== 'createThere';
}

/** True where discarding only ends the looking; the words on the button then say so. */
export function onlyChecks(loss: Loss): boolean {
  return loss === 'createThere' || loss.endsWith('Unknown');
}
