import type { TFunction } from 'i18next';
import type { Issue } from '#contract/errors.ts';
import { stateSchema } from '#contract/operations.ts';

// Values that are states reported by the core, not values of a record, by the code of the expectation.
const SAID = [
  { expected: 'noRemoval', value: 'queued to be removed', word: 'leaving' },
  { expected: 'record', value: 'gone', word: 'gone' },
  { expected: 'planAsQueued', value: 'changed', word: 'changed' },
] as const;

/** Returns the found value of an issue in the user's language. */
export function issueValueText(t: TFunction, { value, expectation }: Issue): string {
  const key = expectation?.code;
  const said = SAID.find((each) => each.expected === key && each.value === value);
  if (said !== undefined) return t(`sheets.said.${said.word}`);
  const [, code, columns] = /^(?:no (.+)|(\d+) columns)$/s.exec(value) ?? [];
  if (key === 'keyColumn' && code !== undefined) return t('sheets.said.noColumn', { code });
  if (key === 'noColumns' && columns !== undefined)
    return t('sheets.said.columns', { count: Number(columns) });
  const state = stateSchema.safeParse(value);
  if (key !== 'removalOver' || !state.success) return value;
  return t(`common.states.${state.data}`).toLowerCase();
}
