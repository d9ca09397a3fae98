import { useEffect, useMemo } from 'react';
import { everyOperation } from '#contract/operationPages.ts';
import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Answer, Ask } from '../../../state/query.ts';
import { useStatus } from '../../../state/status.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { byRecord } from '../../../fields/model/changes.ts';
import type { Changes } from '../../../fields/model/changes.ts';
import { followCreations } from './selectedNew.ts';

const NO_CHANGES: Changes = new Map();
/** So many are read at once: more would hold up the rows, which come from the same place. */
const PAGE = 2_000;

/** The open operations of a kind beside their records; nothing is asked while nothing is open. */
export function useChanges(kind: Kind): Changes {
  const any = useStatus(({ status }) =>
    status === null ? false : Object.values(status.queue).some((count) => count > 0),
  );
  const { data } = useProcedure('outbox.list', any ? { kind } : null, {
    refreshOn: ['outbox.changed'],
    keep: false,
    how: readToEnd,
    pause: pauseAfter,
  });
  const changes = useMemo(() => {
    if (data === undefined) return NO_CHANGES;
    return byRecord(data.operations.filter((each) => each.kind === kind));
  }, [data, kind]);
  const isKnown = data !== undefined || !any;
  useEffect(() => {
    if (isKnown) void followCreations(kind, changes);
  }, [kind, changes, isKnown]);
  return changes;
}

const readToEnd: Ask<'outbox.list'> = async (client, input) => {
  const operations = await everyOperation(
    (page) => client.call('outbox.list', { ...input, ...page }),
    PAGE,
  );
  return { operations };
};

// A run of thousands gives thousands of notices; they are not all read again at each of them.
function pauseAfter({ data }: Answer<Output<'outbox.list'>>): number {
  return Math.max(120, (data?.operations.length ?? 0) / 4);
}
