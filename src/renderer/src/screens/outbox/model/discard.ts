import type { Action, Operation } from '#contract/operations.ts';

/** The effect of discarding; it differs if the service may have, or has, the change. */
export type Loss = Action | `${Action}Unknown` | 'createThere';

/** Returns the effect of discarding an operation. */
export function lossOf({ action, state, serviceId }: Operation): Loss {
  if (state === 'unknown') return `${action}Unknown`;
  return action === 'create' && serviceId !== null ? 'createThere' : action;
}

/** Returns whether discarding loses typed values. */
export function losesValues(loss: Loss): boolean {
  return loss !== 'remove' && loss !== 'removeUnknown' && loss !== 'createThere';
}

/** Returns whether discarding only ends the look-ups; the button then says so. */
export function onlyChecks(loss: Loss): boolean {
  return loss === 'createThere' || loss.endsWith('Unknown');
}

/** Further effects: on later changes of the record, on dependent operations and on sent files. */
interface Also {
  readonly behind: number;
  readonly holds: number;
  readonly sentFiles: number;
}

/**
 * Counts the further effects of discarding.
 *
 * All counts are 0 if the service has the record and only the checks end.
 */
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
