import { useMemo } from 'react';
import type { Resource } from '#contract/resources/resource.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import type { Outcome } from '../../../fields/model/form.ts';

/**
 * Adds a fault to the outcome if another record has the code; `except` is the form's own record.
 */
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
