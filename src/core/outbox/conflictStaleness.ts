import type { Conflict } from '#contract/operations.ts';
import type { Entity } from '../store/entityStore.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Of = Pick<Entity, 'kind' | 'serviceId'>;
type Asked = Pick<Conflict, 'readAt'>;
type Stores = Pick<Workspace, 'cache' | 'records'>;

/** Whether the mirror took a record anew, or found it gone, since a person was asked about it. */
export function isConflictStale(
  { records }: Stores,
  { kind, serviceId }: Of,
  asked: Asked,
): boolean {
  const stored = serviceId === null ? null : records.get(kind, serviceId);
  if (stored === null) return false;
  const at = stored.missingSince ?? records.takenAt(kind, stored.id);
  return at !== null && at > asked.readAt;
}

/**
 * Gone when a person was asked, and shown by a list that was read since: it needs no second one, and is not to be hidden.
 * While something of it waits the mirror does not say that it is gone, so that nothing of it need have changed there.
 */
export function isThereAgain(
  { cache, records }: Stores,
  { kind, serviceId }: Of,
  asked: Asked,
): boolean {
  if (serviceId === null || records.get(kind, serviceId)?.missingSince !== null) return false;
  const shown = prepared(
    cache,
    `SELECT 1 FROM page p JOIN pull_run r ON r.run = p.run
       WHERE p.kind = ? AND r.started_at > ? AND instr(p.ids, ?) > 0`,
  );
  return shown.get(kind, asked.readAt, JSON.stringify(serviceId)) !== undefined;
}
