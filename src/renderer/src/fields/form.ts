import type { TFunction } from 'i18next';
import { createContext, use } from 'react';
import type { Operation } from '#contract/operations.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Purpose } from '#contract/values.ts';
import type { Outcome } from './model/form.ts';
import type { DraftState } from './useDraft.ts';

/** Everything that the fields of one form share. */
export interface FormContext {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly purpose: Purpose;
  readonly leaving: boolean;
  /** The record as it is shown, in the service's names. */
  readonly record: JsonObject;
  /** The same in the field's own names and forms. */
  readonly values: JsonObject;
  readonly operations: readonly Operation[];
  readonly draft: DraftState;
  readonly outcome: Outcome;
  /** Faults of fields that were never touched are shown only after a try to keep. */
  readonly strict: boolean;
  /** Takes one field's queued change back; null in a creation. */
  readonly undo: ((name: string) => void) | null;
}

export const Form = createContext<FormContext | null>(null);

/** The texts of a form: asked for once, not again by each of its fifty places. */
export const FormText = createContext<TFunction | null>(null);

export function useFormText(): TFunction {
  const t = use(FormText);
  if (t === null) throw new Error('a field stands outside of a form');
  return t;
}

/** The form around a field. */
export function useForm(): FormContext {
  const form = use(Form);
  if (form === null) throw new Error('a field stands outside of a form');
  return form;
}
