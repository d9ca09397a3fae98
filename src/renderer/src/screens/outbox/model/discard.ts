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

/** What else discarding does: to later changes of the record, to what waits for it, and to files that were sent. */
interface Also {
  readonly behind: number;
  readonly holds: number;
  readonly sentFiles: number;
}

/** Counts what else discarding does; nothing where the service has the record and only the checking ends. */
export function alsoOf(operation: Operation, all: readonly Operation[]): Also {
  if (lossOf(operation) === 'createThere') return { behind: 0, holds: 0, sentFiles: 0 };
  const { id, recordId, seq, action, files } = operation;
  const behind = all.filter((each) => each.recordId === recordId && each.seq > seq);
  const holds = all.filter((each) => each.dependsOn.includes(id) && each.recordId !== recordId);
  return {
    behind: action === 'create' ? behind.length : 0,
    holds: holds.length,
    sentFiles: files.filter((file) => file.state === 'sent').length,
  };
}
