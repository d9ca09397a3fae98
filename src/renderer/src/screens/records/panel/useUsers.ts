import { useEffect, useState } from 'react';
import type { EventName } from '#contract/events.ts';
import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import type { Answer } from '../../../state/query.ts';

/** Milliseconds; records passed with the arrow keys are not searched for. */
const STAYS = 450;

const NONE: readonly EventName[] = [];
const EDITS: readonly EventName[] = ['records.changed'];

/**
 * Returns the records that refer to this one.
 *
 * It asks once a record stays selected. It asks again after changes only while the tab is visible,
 * because the core reads all texts for it.
 */
export function useUsers(
  kind: Kind,
  ref: string,
  inSight: boolean,
): Answer<Output<'records.usedBy'>> {
  const [stays, setStays] = useState<string | null>(null);
  const asked = `${kind} ${ref}`;
  useEffect(() => {
    const timer = setTimeout(() => setStays(asked), STAYS);
    return () => clearTimeout(timer);
  }, [asked]);
  const answer = useProcedure('records.usedBy', stays === asked ? { kind, ref } : null, {
    refreshOn: inSight ? EDITS : NONE,
  });
  const { refresh } = answer;
  // Changes made while the tab was hidden are read when it is shown.
  useEffect(() => {
    if (inSight) refresh();
  }, [inSight, refresh]);
  return stays === asked ? answer : NOTHING;
}

const NOTHING = { data: undefined, error: null, loading: false, stale: false };
