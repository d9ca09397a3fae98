import { isProduct } from '#contract/resources/draftRoles.ts';
import type { Verdict } from './useProductDraft.ts';

/** Returns whether a draft creates a product; a draft of parts alone is valid too. */
export function hasProduct(verdict: Verdict | null): boolean {
  return verdict?.parts.some(({ kind, state }) => isProduct(kind) && state !== 'empty') === true;
}
