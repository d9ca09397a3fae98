import type { Operation } from '#contract/operations.ts';
import { needsPerson } from './actions.ts';

/** Returns the operations that need a decision, most urgent first. */
export function decisionsOf(operations: readonly Operation[], now: number): readonly Operation[] {
  const holding = new Map<string, number>();
  for (const { dependsOn } of operations)
    for (const id of dependsOn) holding.set(id, (holding.get(id) ?? 0) + 1);
  const rank = (each: Operation) => urgency(each, holding.get(each.id) ?? 0, now);
  return operations
    .filter(needsPerson)
    .map((operation) => ({ operation, rank: rank(operation) }))
    .sort((a, b) => a.rank - b.rank || a.operation.seq - b.operation.seq)
    .map(({ operation }) => operation);
}

// Operations that others depend on come first; unknown ones that Cabinet looks up itself come last.
function urgency({ state, nextAt }: Operation, holds: number, now: number): number {
  if (state === 'unknown') return nextAt !== null && nextAt > now ? 4 : 3;
  if (holds > 0) return 0;
  return state === 'conflict' ? 1 : 2;
}

/** Returns the other conflicts of the same type, which could take the same choice. */
export function likeThis(operation: Operation, all: readonly Operation[]): readonly Operation[] {
  const type = operation.conflict?.type;
  if (type === undefined) return [];
  return all.filter(
    ({ id, state, conflict }) =>
      id !== operation.id && state === 'conflict' && conflict?.type === type,
  );
}
