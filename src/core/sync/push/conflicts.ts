import { own } from '#contract/json.ts';
import type { Conflict, Reason } from '#contract/operations.ts';
import { readRecord } from '#contract/values.ts';
import type { RawRecord } from '../../service/types.ts';
import { move } from '../../outbox/actions.ts';
import { transact } from '../../store/database.ts';
import { markDirty } from '../../outbox/projection.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { MergedField } from '../../record/merge.ts';
import { changesOf } from '../../record/diff.ts';
import type { FieldChange } from '../../record/diff.ts';
import { isRestored } from './restored.ts';
import { requireMine } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/**
 * Stops an operation with a conflict until the user decides; the service's version is stored with
 * it.
 */
export function openConflict(
  job: OperationContext,
  conflict: Omit<Conflict, 'readAt' | 'base'>,
  reason: Reason,
  theirs: RawRecord | null,
): SendOutcome {
  const { ws } = job.run;
  const readAt = ws.platform.clock.now();
  const base = job.operation.base === null ? null : parseDoc(job.operation.base);
  transact(ws.work, () => {
    requireMine(job);
    // The record just read is the service's current state, also if the user keeps the local change
    // later.
    if (theirs !== null && theirs.id === job.entity.serviceId)
      markDirty(ws, job.entity.kind, job.entity.eid, theirs.text);
    move(
      ws,
      job,
      { state: 'conflict', reason, conflict: { ...conflict, readAt, base } },
      'conflict',
    );
  });
  return { to: 'moved' };
}

export function fieldClash(
  job: OperationContext,
  fields: readonly MergedField[],
  theirs: RawRecord,
): SendOutcome {
  const names = fields.filter(({ clash }) => clash).map(({ field }) => field);
  const text = `Changed on the server too: ${names.join(', ')}. Nothing was sent.`;
  return openConflict(
    job,
    { type: 'fields', fields: [...fields], theirs: theirs.record, theirId: theirs.id },
    { code: 'field-clash', text, details: { fields: names } },
    theirs,
  );
}

export function goneThere(job: OperationContext): SendOutcome {
  const { operation, resource } = job;
  const base = operation.base === null ? {} : parseDoc(operation.base);
  const fields = changesOf(resource, base, operation.patch).map((change) => ({
    field: change.field,
    before: change.before,
    mine: change.after,
    theirs: null,
    clash: true,
  }));
  const changed = fields.map(({ field }) => field);
  const text = `Deleted on the server. You changed ${changed.join(', ')}. Create the record again or discard your change.`;
  return openConflict(
    job,
    { type: 'gone', fields, theirs: null, theirId: null },
    { code: 'gone', text, details: { fields: changed } },
    null,
  );
}

export function changedThere(
  job: OperationContext,
  changes: readonly FieldChange[],
  theirs: RawRecord,
): SendOutcome {
  const names = changes.map(({ field }) => field);
  const text = `Deleted here, but changed on the server in the meantime: ${names.join(', ')}. Nothing was sent.`;
  const fields = changes.map(({ field, before, after }) => ({
    field,
    before,
    mine: null,
    theirs: after,
    clash: true,
  }));
  return openConflict(
    job,
    { type: 'changed-there', fields, theirs: theirs.record, theirId: theirs.id },
    { code: 'changed-there', text, details: { fields: names } },
    theirs,
  );
}

export function keyTaken(job: OperationContext, theirs: RawRecord): SendOutcome {
  const { resource, operation, entity } = job;
  const since = isRestored(job) ? ({ why: 'made-since' } as const) : {};
  const there = readRecord(resource, theirs.record);
  const fields = Object.entries(operation.patch.values).map(([field, mine]) => ({
    field,
    before: null,
    mine,
    theirs: own(there, field) ?? null,
    clash: false,
  }));
  const text = `The server already has a ${resource.singular.en.toLowerCase()} with ${resource.key ?? 'code'} ${entity.key ?? ''}, created by someone else. Nothing was sent.`;
  return openConflict(
    job,
    { type: 'key-taken', fields, theirs: theirs.record, theirId: theirs.id },
    { code: 'key-taken', text, details: { name: entity.key ?? entity.title, ...since } },
    theirs,
  );
}
