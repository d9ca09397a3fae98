import { useEffect, useState } from 'react';
import type { EventName } from '#contract/events.ts';
import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import type { Answer } from '../../../state/query.ts';

/** Who passes by with the arrow keys does not ask where a record is used. */
const STAYS = 450;

const NONE: readonly EventName[] = [];
const EDITS: readonly EventName[] = ['records.changed'];

/**
 * The records that name this one, asked for once someone stays with it; anew with every change only while they are in
 * sight, since all texts are read for it.
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
  // What changed while nobody looked is asked for when somebody does.
  useEffect(() => {
    if (inSight) refresh();
  }, [inSight, refresh]);
  return stays === asked ? answer : NOTHING;
}

const NOTHING = { data: undefined, error: null, loading: false, stale: false };
