import type { Conflict } from '#contract/operations.ts';
import type { Entity } from '../store/entityStore.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Of = Pick<Entity, 'kind' | 'serviceId'>;
type ConflictTime = Pick<Conflict, 'readAt'>;
type Stores = Pick<Workspace, 'cache' | 'records'>;

/**
 * Returns whether the mirror updated a record, or found it missing, after the conflict was read.
 */
export function isConflictStale(
  { records }: Stores,
  { kind, serviceId }: Of,
  asked: ConflictTime,
): boolean {
  const stored = serviceId === null ? null : records.get(kind, serviceId);
  if (stored === null) return false;
  const at = stored.missingSince ?? records.takenAt(kind, stored.id);
  return at !== null && at > asked.readAt;
}

/**
 * Returns whether a later pull listed a record that a conflict calls gone.
 *
 * Such a record needs no replacement and must stay visible. The mirror does not mark a record with
 * pending operations as missing, and its values may be unchanged. The pages that were pulled since
 * are therefore searched.
 */
export function isThereAgain(
  { cache, records }: Stores,
  { kind, serviceId }: Of,
  asked: ConflictTime,
): boolean {
  if (serviceId === null || records.get(kind, serviceId)?.missingSince !== null) return false;
  const shown = prepared(
    cache,
    `SELECT 1 FROM page p JOIN pull_run r ON r.run = p.run
       WHERE p.kind = ? AND r.started_at > ? AND instr(p.ids, ?) > 0`,
  );
  return shown.get(kind, asked.readAt, JSON.stringify(serviceId)) !== undefined;
}
