import type { Operation } from '#contract/operations.ts';

/** What a person can do with one operation. */
export type OperationAction = 'decide' | 'hold' | 'release' | 'send' | 'retry' | 'edit' | 'discard';

/** True for what cannot move before a person has decided; the rail counts the same. */
export function needsPerson({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'refused' || state === 'conflict' || state === 'unknown';
}

/** The open operations that must be over before this one can be sent. */
export function blockersOf(operation: Operation, all: readonly Operation[]): readonly Operation[] {
  return all.filter(
    (each) =>
      operation.dependsOn.includes(each.id) ||
      (each.recordId === operation.recordId && each.seq < operation.seq),
  );
}

/** True while an operation is held for another: to release it would change nothing. */
function isBlocked(operation: Operation, all: readonly Operation[]): boolean {
  return operation.reason?.code === 'waits-for' && blockersOf(operation, all).length > 0;
}

/** The actions that an operation takes in its state, the likeliest first. */
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

/** `hold` or `release` where the key H means one of them here; null where it means neither. */
export function holdKey(
  operation: Operation,
  all: readonly Operation[],
): 'hold' | 'release' | null {
  const actions = actionsOf(operation, all);
  if (actions.includes('release')) return 'release';
  return actions.includes('hold') ? 'hold' : null;
}
