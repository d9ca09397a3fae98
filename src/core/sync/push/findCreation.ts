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

/** The draft with every file in it already a path of the service. */
export function draftOf({ run, operation }: OperationContext): JsonObject {
  const sent = new Map(run.ws.uploads.of(operation.seq).map(({ file, path }) => [file, path]));
  return withPaths(operation.patch, (file) => sent.get(file) ?? null).values;
}

/** What was found that is or may be a creation of ours. */
interface Lookup extends Scan {
  /** A record that may be ours and is not quite as it was sent; null where there is none. */
  readonly alike: string | null;
}

/** Known by what was sent, or by the names of its files where nothing else is known any more. */
function mineBy(job: OperationContext, draft: JsonObject): (record: JsonObject) => boolean {
  const holdsOwnFiles = ownFilesIn(job);
  const isMade = madeBy(job, draft);
  return (record) => (isMade(record) && !wasBefore(job, record)) || holdsOwnFiles(record);
}

/** Tells a record as the creation by what was sent; the paths of its uploads are asked for once. */
export function madeBy(
  { run, operation, resource }: OperationContext,
  draft: JsonObject,
): (record: JsonObject) => boolean {
  const uploaded = run.ws.uploads.uploadedFor(operation.seq);
  return (record) => isOurs(resource, draft, record, uploaded);
}

/** Whether a record holds a file that was uploaded for this creation and for nothing else. */
export function holdsUpload(
  job: OperationContext,
  draft: JsonObject,
  { record }: RawRecord,
): boolean {
  const { uploads } = job.run.ws;
  return uploads.uploadedFor(job.operation.seq).size > 0 && madeBy(job, draft)(record);
}

/** The record among those that were found that the creation made; null where none is. */
export function oursAmong(
  job: OperationContext,
  draft: JsonObject,
  matches: readonly RawRecord[],
): RawRecord | null {
  const isMine = mineBy(job, draft);
  return matches.find(({ record }) => isMine(record)) ?? null;
}

/** Looks for the record that a creation may have made, by its code, by what was sent, by the names of its files. */
export async function findOurs(job: OperationContext, draft: JsonObject): Promise<Lookup> {
  const { api } = job.run;
  const { kind, key, title } = job.entity;
  if (key !== null) {
    const found = await api.lookup(kind, key);
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
    // The question for the code said nothing; the list may show who has it.
    if (isMine(record) || (key !== null && keyOf(record, job.resource) === key)) return true;
    const id = idOf(record);
    if (id !== null && mayBeMine(record) && mayBeOurCreate(job, id)) alike.push(id);
    return false;
  };
  // No code, or one that the service may not keep (doc §4.6 gap 3): the uploaded path tells.
  const found = await api.scan(kind, isMatch, { search: title });
  const listed = { ...found, alike: alike[0] ?? null };
  if (key === null || listed.matches.length > 0 || !isRestored(job)) return listed;
  // Sent from elsewhere, its files have names that nobody here knows: its code may stand there in another form.
  const other = await findInOtherForm(job, draft, key);
  const complete = listed.complete && other.complete;
  return { matches: other.matches, complete, alike: listed.alike ?? other.alike };
}

/**
 * Looks for the record under forms of its code that nobody gave: a service may have made one of them of it, and
 * another hand may have changed the rest before we looked.
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
    const found = await job.run.api.lookup(job.entity.kind, form);
    if (found.found === 'unclear') complete = false;
    if (found.found !== 'present') continue;
    if (isMade(found.record.record))
      return { matches: [found.record], complete: true, alike: null };
    if (mayBeOurCreate(job, found.record.id)) alike = found.record.id;
  }
  return { matches: [], complete, alike };
}

/**
 * What may be the creation, changed by another hand before we looked: what shows its code in another form, or, where
 * a service keeps no code, none and any of what was sent. One without a code is known by the files that were uploaded
 * for it; without those, its name or a file that it names may tell.
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

// That a code is not found proves nothing until this service has been seen to keep one.
function keepsKey({ resource, run }: OperationContext): boolean {
  return resource.markers.length === 0 || run.ws.meta.get(keepsKeyNote(resource)) === 'yes';
}
