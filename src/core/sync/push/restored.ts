import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { listOf } from '../../record/overlay.ts';
import { withoutItems } from '../../record/patch.ts';
import { transact } from '../../store/database.ts';
import type { Upload } from '../../store/uploadStore.ts';
import { baseOf, gaveUp } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/** A backup stands in the place of the work: this may have been sent since, and nothing here says so. */
export function isRestored({ run, operation }: OperationContext): boolean {
  return run.ws.restored.has(operation.seq);
}

/**
 * The files of an operation that a record holds, by the names under which they were sent, which no other has: a
 * service that keeps names shows by them what was made before the backup took the place of the work.
 */
function ownFiles(
  uploads: readonly Upload[],
  record: JsonObject,
): readonly (readonly [Upload, string])[] {
  return uploads.flatMap((upload) => {
    const stem = upload.sendAs.replace(/\.[^.]*$/, '');
    const path = listOf(own(record, upload.field)).find(
      (each) => typeof each === 'string' && each.includes(stem),
    );
    return typeof path === 'string' ? [[upload, path] as const] : [];
  });
}

/** Tells a record as the creation by the names of its files; asked once, since a whole list may be looked through. */
export function ownFilesIn(job: OperationContext): (record: JsonObject) => boolean {
  if (!isRestored(job)) return () => false;
  const uploads = job.run.ws.uploads.of(job.operation.seq);
  return (record) => ownFiles(uploads, record).length > 0;
}

/** Those of its files that the operation's record holds count as sent from now on. */
export function takeOwnFiles(job: OperationContext, record: JsonObject): void {
  if (!isRestored(job)) return;
  const { ws } = job.run;
  transact(ws.work, () => {
    for (const [{ file, seq }, path] of ownFiles(ws.uploads.of(job.operation.seq), record))
      ws.uploads.setSent(seq, file, path);
  });
}

/**
 * A picture that is to join others may have joined them since, under a path that nobody here knows: it would stand
 * there twice. Null where none did that is not known by its name.
 */
export function joinedSince(job: OperationContext, record: JsonObject): SendOutcome | null {
  takeOwnFiles(job, record);
  const uploads = job.run.ws.uploads.of(job.operation.seq);
  const left = uploads.filter(({ state }) => state !== 'sent').map(({ field }) => field);
  const known = uploads.flatMap(({ path }) => path ?? []);
  const base = baseOf(job);
  const isJoined = left.some((field) => {
    const there = own(record, field);
    const fresh = withoutItems(listOf(there), listOf(own(base, field)));
    return Array.isArray(there) && withoutItems(fresh, known).length > 0;
  });
  return isJoined ? mayBeSentSince(job) : null;
}

/** Nothing tells whether it was sent since, or what became of it: only a person may have it sent again. */
export function mayBeSentSince({ entity }: OperationContext): SendOutcome {
  const name = entity.key ?? entity.title;
  const text = `The outbox came from a backup or a copy: ${name} may have been sent since. Check whether the service has it before this is sent again.`;
  return gaveUp(text, { why: 'sent-since', name });
}
