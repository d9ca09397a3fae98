import type { TFunction } from 'i18next';
import { createContext, use } from 'react';
import type { Operation } from '#contract/operations.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Purpose } from '#contract/values.ts';
import type { Outcome } from './model/form.ts';
import type { DraftState } from './useDraft.ts';

/** The state that the fields of one form share. */
export interface FormContext {
  /** The key of the draft, which tells the forms of two records apart. */
  readonly key: string;
  readonly kind: Kind;
  readonly resource: Resource;
  readonly purpose: Purpose;
  readonly leaving: boolean;
  /** The record as shown, with the names of the service. */
  readonly record: JsonObject;
  /** The same record with the descriptor's names and value forms. */
  readonly values: JsonObject;
  readonly operations: readonly Operation[];
  readonly draft: DraftState;
  readonly outcome: Outcome;
  /** If true, faults of untouched fields are shown too; set after a try to keep the form. */
  readonly strict: boolean;
  /** Undoes the pending change of one field; null for a new record. */
  readonly undo: ((name: string) => void) | null;
  /** Asks for the value of a trial of a read-only field; null if no trial is possible. */
  readonly askToTry: ((name: string) => void) | null;
}

export const Form = createContext<FormContext | null>(null);

/** The translation function of a form, requested once instead of by each of its fifty inputs. */
export const FormText = createContext<TFunction | null>(null);

export function useFormText(): TFunction {
  const t = use(FormText);
  if (t === null) throw new Error('a field stands outside of a form');
  return t;
}

/** Returns the form around a field. */
export function useForm(): FormContext {
  const form = use(Form);
  if (form === null) throw new Error('a field stands outside of a form');
  return form;
}
