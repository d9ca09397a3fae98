import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { listOf } from '../../record/overlay.ts';
import { withoutItems } from '../../record/patch.ts';
import { transact } from '../../store/database.ts';
import type { Upload } from '../../store/uploadStore.ts';
import { baseOf, gaveUp } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/**
 * Returns whether the operation came with a restored backup or a copy, and may have been sent
 * since.
 */
export function isRestored({ run, operation }: OperationContext): boolean {
  return run.ws.restored.has(operation.seq);
}

/**
 * Returns the uploads of an operation that a record holds, by the unique names they are sent under.
 *
 * A service that keeps file names shows by them records that were made before the backup was
 * restored.
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

/** Returns a test for the creation by the names of its files; reads them once, for a whole list. */
export function ownFilesIn(job: OperationContext): (record: JsonObject) => boolean {
  if (!isRestored(job)) return () => false;
  const uploads = job.run.ws.uploads.of(job.operation.seq);
  return (record) => ownFiles(uploads, record).length > 0;
}

/** Marks those files of the operation as sent that the record holds. */
export function takeOwnFiles(job: OperationContext, record: JsonObject): void {
  if (!isRestored(job)) return;
  const { ws } = job.run;
  transact(ws.work, () => {
    for (const [{ file, seq }, path] of ownFiles(ws.uploads.of(job.operation.seq), record))
      ws.uploads.setSent(seq, file, path);
  });
}

/**
 * Gives up when a restored image upload may already be in the list under an unknown path; else
 * null.
 *
 * Uploading the image again would duplicate it.
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

/**
 * Gives up: nothing shows whether a restored operation was sent since, so only the user may send it
 * again.
 */
export function mayBeSentSince({ entity }: OperationContext): SendOutcome {
  const name = entity.key ?? entity.title;
  const text = `These changes come from a backup or a copy. ${name} may have been sent since. Check the server before you send it again.`;
  return gaveUp(text, { why: 'sent-since', name });
}
