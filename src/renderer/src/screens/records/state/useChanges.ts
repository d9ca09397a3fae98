import { useMemo } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { useStatus } from '../../../state/status.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { byRecord } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';

const NO_CHANGES: Changes = new Map();

/** The open operations of a kind beside their records; nothing is asked while nothing is open. */
export function useChanges(kind: Kind): Changes {
  const any = useStatus(({ status }) =>
    status === null ? false : Object.values(status.queue).some((count) => count > 0),
  );
  const { data } = useProcedure('outbox.list', any ? { kind } : null, {
    refreshOn: ['outbox.changed'],
    keep: false,
  });
  return useMemo(() => {
    if (data === undefined) return NO_CHANGES;
    return byRecord(data.operations.filter((each) => each.kind === kind));
  }, [data, kind]);
}
