import type { Field } from '#contract/resources/field.ts';
import type { Purpose } from '#contract/values.ts';

/** Why a field cannot be changed here and now; null when it can. */
export type Lock = 'afterCreation' | 'byService' | 'leaving' | null;

/** Tells whether a person may change a field, as `checkValues` of the contract rules. */
export function lockOf(field: Field, purpose: Purpose, leaving = false): Lock {
  if (leaving) return 'leaving';
  if (field.create === 'never' && !field.update) return 'byService';
  if (purpose === 'update' && !field.update) return 'afterCreation';
  return null;
}
