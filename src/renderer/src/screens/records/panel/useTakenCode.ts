import { useMemo } from 'react';
import type { Resource } from '#contract/resources/resource.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import type { Outcome } from '../../../fields/model/form.ts';

/** Adds to what was read out of a form that its code is taken; `except` is the record that the form is of. */
export function useTakenCode(resource: Resource, outcome: Outcome, except?: string): Outcome {
  const { kind, key } = resource;
  const value = key === null ? undefined : outcome.values[key];
  const code = typeof value === 'string' && value !== '' ? value : null;
  const { data } = useProcedure(
    'records.codeHolder',
    code === null ? null : { kind, code, ...(except === undefined ? {} : { except }) },
    { refreshOn: ['records.changed'], kind, keep: false },
  );
  const holder = data?.holder ?? null;
  return useMemo(() => {
    if (key === null || holder === null) return outcome;
    return { ...outcome, faults: { ...outcome.faults, [key]: { type: 'taken', ...holder } } };
  }, [key, holder, outcome]);
}
