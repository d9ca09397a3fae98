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
/**
 * Operations of one request; a larger page would delay the rows, which the same core thread reads.
 */
const PAGE = 2_000;

/** Returns the open operations of a kind by record; sends no request while there are none. */
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

// A long push sends thousands of events; the pause grows with the number of operations.
function pauseAfter({ data }: Answer<Output<'outbox.list'>>): number {
  return Math.max(120, (data?.operations.length ?? 0) / 4);
}
