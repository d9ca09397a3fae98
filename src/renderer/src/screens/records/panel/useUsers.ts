import { useEffect, useState } from 'react';
import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import type { Answer } from '../../../state/query.ts';

/** Who passes by with the arrow keys does not ask where a record is used. */
const STAYS = 450;

/** The records that name this one, asked for once someone stays with it. */
export function useUsers(kind: Kind, ref: string): Answer<Output<'records.usedBy'>> {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAYS);
    return () => clearTimeout(timer);
  }, []);
  return useProcedure('records.usedBy', stays ? { kind, ref } : null);
}
