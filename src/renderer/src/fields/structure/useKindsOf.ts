import { useMemo } from 'react';
import type { JsonNode } from '#contract/jsonNodes.ts';
import { MOST_PRICES } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { codesIn } from './model/references.ts';
import type { Shape } from './model/shape.ts';

const RECORDS = ['records.changed'] as const;
const betweenReads = () => 1_000;
const NONE: readonly Kind[] = [];

/** Looks up the kinds of all codes of a composition in one call; returns those of one code. */
export function useKindsOf(node: JsonNode, shape: Shape): (code: string) => readonly Kind[] {
  const refs = useMemo(() => codesIn(node, shape).slice(0, MOST_PRICES), [node, shape]);
  const { data } = useProcedure('records.kindsOf', refs.length === 0 ? null : { refs }, {
    refreshOn: RECORDS,
    keep: false,
    pause: betweenReads,
  });
  return useMemo(() => {
    const known = new Map(refs.map((ref, index) => [ref, data?.kinds[index] ?? NONE]));
    return (code) => known.get(code) ?? NONE;
  }, [refs, data]);
}
