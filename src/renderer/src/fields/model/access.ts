import type { Field } from '#contract/resources/field.ts';
import type { Purpose } from '#contract/values.ts';

/** The reason why a field cannot be changed; null if it can. */
export type Lock = 'afterCreation' | 'byService' | 'leaving' | null;

/** Returns why a field is locked; the same rules as `checkValues` of the contract. */
export function lockOf(field: Field, purpose: Purpose, leaving = false): Lock {
  if (leaving) return 'leaving';
  if (field.create === 'never' && !field.update) return 'byService';
  if (purpose === 'update' && !field.update) return 'afterCreation';
  return null;
}
