import type { ManyResult } from '#contract/procedures.ts';
import { TypedTexts } from '../../../state/typedTexts.ts';
import type { Listing } from '../model/totals.ts';

/** What was chosen between sides, by the operation. */
export const decided = new TypedTexts();

/** Forgets what was chosen for operations that are over. */
export function forgetOver({ operations, isWhole }: Listing): void {
  if (isWhole) decided.keepOnly(new Set(operations.map(({ id }) => id)));
}

/** Forgets the choices of conflicts that were resolved together; one that failed is still to be decided. */
export function forgetResolved(ids: readonly string[], failed: ManyResult['failed']): void {
  const open = new Set(failed.map(({ operation }) => operation));
  for (const id of ids) if (!open.has(id)) decided.settle(id, decided.of(id));
}
