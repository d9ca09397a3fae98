import type { JsonObject } from '#contract/json.ts';
import { idOf, keyOf } from '../../record/identity.ts';
import type { RawRecord, Scan } from '../../service/types.ts';
import { withPaths } from '../../record/patch.ts';
import { formsOf, hidesKey, isOurs, showsAnyOf } from '../../record/verify.ts';
import { isStaleHit } from './replicaLag.ts';
import { keepsKeyNote } from './finish.ts';
import { mayBeOurCreate, wasBefore } from '../../outbox/mayBeOurCreate.ts';
import { isRestored, ownFilesIn } from './restored.ts';
import type { OperationContext } from './run.ts';

/** Returns the draft with each file replaced by its path on the service. */
export function draftOf({ run, operation }: OperationContext): JsonObject {
  const sent = new Map(run.ws.uploads.of(operation.seq).map(({ file, path }) => [file, path]));
  return withPaths(operation.patch, (file) => sent.get(file) ?? null).values;
}

/** The records found that are or may be our creation. */
interface Lookup extends Scan {
  /** A record that may be ours but differs from the values sent; null where there is none. */
  readonly alike: string | null;
}

/**
 * Returns a test for our creation by the values sent, or by the names of its files if only these
 * are known.
 */
function mineBy(job: OperationContext, draft: JsonObject): (record: JsonObject) => boolean {
  const holdsOwnFiles = ownFilesIn(job);
  const isMade = madeBy(job, draft);
  return (record) => (isMade(record) && !wasBefore(job, record)) || holdsOwnFiles(record);
}

/** Returns a test for our creation by the values sent; reads the paths of its uploads once. */
export function madeBy(
  { run, operation, resource }: OperationContext,
  draft: JsonObject,
): (record: JsonObject) => boolean {
  const uploaded = run.ws.uploads.uploadedFor(operation.seq);
  return (record) => isOurs(resource, draft, record, uploaded);
}

/** Returns whether a record holds a file that was uploaded for this creation alone. */
export function holdsUpload(
  job: OperationContext,
  draft: JsonObject,
  { record }: RawRecord,
): boolean {
  const { uploads } = job.run.ws;
  return uploads.uploadedFor(job.operation.seq).size > 0 && madeBy(job, draft)(record);
}

/** Returns the record that the creation made from those found; null where there is none. */
export function oursAmong(
  job: OperationContext,
  draft: JsonObject,
  matches: readonly RawRecord[],
): RawRecord | null {
  const isMine = mineBy(job, draft);
  return matches.find(({ record }) => isMine(record)) ?? null;
}

/**
 * Looks for the record that a creation may have made: by its key, the values sent and the names of
 * its files.
 */
export async function findOurs(job: OperationContext, draft: JsonObject): Promise<Lookup> {
  const { api, signal } = job.run;
  const { kind, key, title } = job.entity;
  if (key !== null) {
    const found = await api.lookup(kind, key, signal);
    if (found.found === 'present')
      return isStaleHit(job, found.record)
        ? { matches: [], complete: false, alike: null }
        : { matches: [found.record], complete: true, alike: null };
    const isGone = found.found === 'absent' && keepsKey(job);
    if (isGone) return findInOtherForm(job, draft, key);
  }
  const alike: string[] = [];
  const isMine = mineBy(job, draft);
  const mayBeMine = likeOursBy(job, draft);
  const isMatch = (record: JsonObject) => {
    // The look-up by key was unclear or not reliable; the list may show the record with this key.
    if (isMine(record) || (key !== null && keyOf(record, job.resource) === key)) return true;
    const id = idOf(record);
    if (id !== null && mayBeMine(record) && mayBeOurCreate(job, id)) alike.push(id);
    return false;
  };
  // No key, or one that the service may not keep (doc §4.6 gap 3): the uploaded path identifies the
  // record.
  const found = await api.scan(kind, isMatch, { search: title, signal });
  const listed = { ...found, alike: alike[0] ?? null };
  if (key === null || listed.matches.length > 0 || !isRestored(job)) return listed;
  // If another computer sent it, its uploads have names unknown here; the service may hold its key
  // in another spelling.
  const other = await findInOtherForm(job, draft, key);
  const complete = listed.complete && other.complete;
  return { matches: other.matches, complete, alike: listed.alike ?? other.alike };
}

/**
 * Looks for the record under other spellings of its key.
 *
 * The service may have normalised the key, and another user may have changed the other fields
 * before this look-up.
 */
async function findInOtherForm(
  job: OperationContext,
  draft: JsonObject,
  key: string,
): Promise<Lookup> {
  let complete = true;
  let alike: string | null = null;
  const isMade = madeBy(job, draft);
  for (const form of formsOf(key)) {
    const found = await job.run.api.lookup(job.entity.kind, form, job.run.signal);
    if (found.found === 'unclear') complete = false;
    if (found.found !== 'present') continue;
    if (isMade(found.record.record))
      return { matches: [found.record], complete: true, alike: null };
    if (mayBeOurCreate(job, found.record.id)) alike = found.record.id;
  }
  return { matches: [], complete, alike };
}

/**
 * Returns a test for records that may be the creation, changed by another user before this look-up.
 *
 * With a key: the record shows the key in another spelling. It may also show no key but some of the
 * values sent. Without a key the uploaded files identify the record. Without uploads its name or a
 * file that it names may do.
 */
function likeOursBy(job: OperationContext, draft: JsonObject): (record: JsonObject) => boolean {
  const { entity, resource, run, operation } = job;
  const { key } = entity;
  if (key === null) {
    const isMarked = run.ws.uploads.of(operation.seq).length > 0;
    if (isMarked || isRestored(job)) return () => false;
    const telling = [resource.title, ...resource.markers].filter((name) =>
      Object.hasOwn(draft, name),
    );
    const told = Object.fromEntries(telling.map((name) => [name, draft[name] ?? null]));
    return (record) => showsAnyOf(resource, { values: told, files: {} }, record);
  }
  const sent = { values: draft, files: {} };
  const forms = new Set<string | null>(formsOf(key));
  return (record) =>
    forms.has(keyOf(record, resource)) ||
    (hidesKey(resource, record) && showsAnyOf(resource, sent, record));
}

// Returns whether this service is known to keep keys. Before that, a missing key proves nothing.
function keepsKey({ resource, run }: OperationContext): boolean {
  return resource.markers.length === 0 || run.ws.meta.get(keepsKeyNote(resource)) === 'yes';
}
