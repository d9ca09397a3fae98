import type { TFunction } from 'i18next';
import type { Issue } from '#contract/errors.ts';
import { stateSchema } from '#contract/operations.ts';
import { expectationOf } from './expectations.ts';

// Where these are expected no value of a record stands before it, but a word of the core's about the record.
const SAID = { noRemoval: 'leaving', record: 'gone', planAsQueued: 'changed' } as const;

/** What stands in a row where something else was expected: the core's own words in the person's language. */
export function issueValueText(t: TFunction, { value, expected }: Issue): string {
  const key = expectationOf(expected)?.key;
  if (key === 'noRemoval' || key === 'record' || key === 'planAsQueued')
    return t(`sheets.said.${SAID[key]}`);
  const state = stateSchema.safeParse(value);
  if (key === 'removalOver' && state.success)
    return t(`common.states.${state.data}`).toLowerCase();
  return value;
}
