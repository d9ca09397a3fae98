import type { Operation } from '#contract/operations.ts';
import { needsPerson } from './actions.ts';

/** The operations that a person must decide about, the most urgent first. */
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

// What holds up others comes first; what Cabinet will look up by itself comes last.
function urgency({ state, nextAt }: Operation, holds: number, now: number): number {
  if (state === 'unknown') return nextAt !== null && nextAt > now ? 4 : 3;
  if (holds > 0) return 0;
  return state === 'conflict' ? 1 : 2;
}

/** The other conflicts to which the same choice could be given. */
export function likeThis(operation: Operation, all: readonly Operation[]): readonly Operation[] {
  const type = operation.conflict?.type;
  if (type === undefined) return [];
  return all.filter(
    ({ id, state, conflict }) =>
      id !== operation.id && state === 'conflict' && conflict?.type === type,
  );
}
