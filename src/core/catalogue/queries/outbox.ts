import { OPEN_STATES } from '#contract/operations.ts';
import type { Attempt, Operation, State } from '#contract/operations.ts';
import { AppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { findTarget, idsWithKey } from '../../outbox/target.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { ReadStores } from '../../workspace/readStores.ts';
import { changesOf } from '../../record/diff.ts';

const MOST = 10_000;

/**
 * Returns the operations in the given states as the user sees them.
 *
 * The default is all open operations.
 */
export function operationViews(
  stores: ReadStores,
  filter: {
    readonly states?: readonly State[] | undefined;
    readonly kind?: Kind | undefined;
    readonly record?: string | undefined;
    readonly newest?: boolean | undefined;
    readonly limit?: number | undefined;
    readonly after?: number | undefined;
  },
): Operation[] {
  const { states = OPEN_STATES, limit = MOST, newest = false, kind, record, after } = filter;
  const eid =
    record === undefined ? undefined : kind === undefined ? null : eidOf(stores, kind, record);
  if (eid === null) return [];
  const found = stores.operations.list(states, limit, { newest, eid, kind, after });
  return Array.from(found, (operation) => viewOf(stores, operation));
}

/**
 * Returns the local id of a record, even when it is gone.
 *
 * Its history can still be queried.
 */
export function eidOf(stores: ReadStores, kind: Kind, ref: string): string | null {
  const { entities } = stores;
  const known = entities.get(ref) ?? entities.byServiceId(kind, ref);
  if (known?.kind === kind) return known.eid;
  const gone = entities.goneByKey(kind, ref);
  if (gone !== null && idsWithKey(stores.cache, kind, ref).length === 0) return gone.eid;
  return findTarget(stores, kind, ref).entity?.eid ?? null;
}

function viewOf(stores: ReadStores, operation: StoredOperation): Operation {
  const entity = stores.entities.get(operation.eid);
  if (entity === null) throw new AppError('damaged', `Operation ${operation.id} has no record.`);
  const base = operation.base === null ? {} : parseDoc(operation.base);
  const uploads = stores.uploads.of(operation.seq);
  return {
    id: operation.id,
    seq: operation.seq,
    kind: entity.kind,
    action: operation.action,
    recordId: entity.eid,
    serviceId: entity.serviceId,
    key: entity.key,
    title: entity.title,
    state: operation.state,
    attempts: operation.attempts,
    reason: operation.reason,
    changes: [...changesOf(resourceOf(entity.kind), base, operation.patch)],
    files: uploads.map(({ file, field, name, size, sha256, state, path }) => ({
      id: file,
      field,
      name,
      size,
      sha256,
      state,
      path,
    })),
    dependsOn: stores.operations.needsOf(operation.seq).map(({ id }) => id),
    group: operation.groupId,
    ...labelOf(stores, operation.groupId),
    conflict: operation.conflict,
    createdAt: operation.createdAt,
    updatedAt: operation.updatedAt,
    sentAt: operation.sentAt,
    nextAt: operation.nextAt,
  };
}

function labelOf(stores: ReadStores, group: string | null): Pick<Operation, 'groupLabel'> {
  const stored = group === null ? null : stores.groups.get(group);
  return stored === null ? {} : { groupLabel: stored.label };
}

/** Returns every request of an operation, oldest first. */
export function attemptsOf(stores: ReadStores, id: string): Attempt[] {
  const operation = stores.operations.get(id);
  if (operation === null)
    throw new AppError('not-found', `No operation here has the id ${JSON.stringify(id)}.`);
  return stores.activity.attempts(operation.seq);
}
