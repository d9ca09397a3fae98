import type { ManyResult } from '#contract/procedures.ts';
import { TypedTexts } from '../../../state/typedTexts.ts';
import type { Listing } from '../model/totals.ts';

/** The chosen sides of conflicts, by operation. */
export const decided = new TypedTexts();

/** Removes the choices of operations that are no longer open. */
export function forgetOver({ operations, isWhole }: Listing): void {
  if (isWhole) decided.keepOnly(new Set(operations.map(({ id }) => id)));
}

/** Removes the choices of conflicts resolved together, except those that failed. */
export function forgetResolved(ids: readonly string[], failed: ManyResult['failed']): void {
  const open = new Set(failed.map(({ operation }) => operation));
  for (const id of ids) if (!open.has(id)) decided.settle(id, decided.of(id));
}
