import type { Operation } from '#contract/operations.ts';

/** The actions for one operation. */
export type OperationAction = 'decide' | 'hold' | 'release' | 'send' | 'retry' | 'edit' | 'discard';

/** Returns whether the operation needs a decision; the navigation rail uses the same rule. */
export function needsPerson({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'refused' || state === 'conflict' || state === 'unknown';
}

/** Returns the open operations that must end before this one can be sent. */
export function blockersOf(operation: Operation, all: readonly Operation[]): readonly Operation[] {
  return all.filter(
    (each) =>
      operation.dependsOn.includes(each.id) ||
      (each.recordId === operation.recordId && each.seq < operation.seq),
  );
}

/** Returns whether the operation is held for another one; releasing it would have no effect. */
function isBlocked(operation: Operation, all: readonly Operation[]): boolean {
  return operation.reason?.code === 'waits-for' && blockersOf(operation, all).length > 0;
}

/** Returns the actions for an operation in its state, the likeliest first. */
export function actionsOf(
  operation: Operation,
  all: readonly Operation[],
): readonly OperationAction[] {
  switch (operation.state) {
    case 'waiting':
      return ['send', 'hold', 'edit', 'discard'];
    case 'held':
      return isBlocked(operation, all) ? ['edit', 'discard'] : ['release', 'edit', 'discard'];
    case 'unknown':
    case 'conflict':
      return ['decide', 'edit', 'discard'];
    case 'refused':
      return ['decide', 'retry', 'edit', 'discard'];
    case 'sending':
    case 'done':
      return removes(operation) ? [] : ['edit'];
    case 'discarded':
    case 'merged':
      return [];
    default:
      return [];
  }
}

function removes({ action, state }: Operation): boolean {
  return action === 'remove' && state === 'done';
}

/** Returns the action of the key H for an operation, or null. */
export function holdKey(
  operation: Operation,
  all: readonly Operation[],
): 'hold' | 'release' | null {
  const actions = actionsOf(operation, all);
  if (actions.includes('release')) return 'release';
  return actions.includes('hold') ? 'hold' : null;
}
