import { useMemo } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { isRule } from '#contract/rules.ts';
import type { Rule } from '#contract/rules.ts';
import { useProcedure } from '../state/useProcedure.ts';

const NONE: readonly Rule[] = [];
const SENT = ['outbox.changed'] as const;

/** Returns the rules for the values of a kind that the service has shown by refusals. */
export function useRules(kind: Kind): readonly Rule[] {
  const { data } = useProcedure('learned.rules', { kind }, { refreshOn: SENT });
  return useMemo(() => data?.rules.filter(isRule) ?? NONE, [data]);
}
