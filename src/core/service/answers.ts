import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readRecord } from './envelope.ts';
import { idText } from '../record/identity.ts';
import type { ParsedJson } from './json.ts';
import { FLAGS, isErrorEnvelope } from './errorEnvelope.ts';
import type { RawRecord } from './types.ts';

/**
 * The id and the record in the answer to a write; both are null if the answer only confirms the
 * write.
 */
export interface WriteReading {
  readonly id: string | null;
  readonly record: RawRecord | null;
}

const NOTHING: WriteReading = { id: null, record: null };
const INSERTED_ID = ['insertedId', 'upsertedId'];
const MONGO_COUNTS = ['deletedCount', 'modifiedCount', 'matchedCount', 'nModified', 'n'];
const PLEASED = new Set<Json>([true, 1, 'ok', 'OK', 'true']);
const STATUSES = new Set<Json>(['ok', 'OK', 'success']);

/**
 * Reads the answer to a create, an update or a delete (doc §4.6 gaps 2–5, 7, 9 and 10).
 *
 * Returns null for an unknown form; the write must then be looked up.
 */
export function readWrite(answer: ParsedJson, resource: Resource): WriteReading | null {
  const { value } = answer;
  if (!answer.finite) return null;
  if (isObject(value) && isErrorEnvelope(value)) return null;
  const record = readRecord(answer, resource);
  if (record !== null) return { id: record.id, record };
  if (value === null || value === true || value === '') return NOTHING;
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : null;
  return isObject(value) ? readNotice(value, answer.text) : null;
}

/** Reads a message, a result of the database, or an empty object. */
function readNotice(value: JsonObject, text: string): WriteReading | null {
  const inserted = INSERTED_ID.map((key) => referred(own(value, key))).find((id) => id !== null);
  if (inserted !== undefined) return { id: inserted, record: null };
  if (typeof own(value, 'message') === 'string') return { id: lonelyId(value), record: null };
  if (saysYes(value)) return NOTHING;
  // An object that is empty only because poisoned keys were removed does not count as empty.
  return /^\s*\{\s*\}\s*$/.test(text) ? NOTHING : null;
}

function referred(id: Json | undefined): string | null {
  return idText(isObject(id) ? own(id, '$oid') : id);
}

/**
 * doc §4.6 gap 3: `{message, id}` names the created record; `id` beside other fields is a field.
 */
function lonelyId(value: JsonObject): string | null {
  const known = new Set(['message', 'id', 'success', 'ok', 'status', 'statusCode']);
  return Object.keys(value).every((key) => known.has(key)) ? idText(own(value, 'id')) : null;
}

function saysYes(value: JsonObject): boolean {
  const counted = MONGO_COUNTS.some((key) => typeof own(value, key) === 'number');
  const pleased = FLAGS.some((key) => PLEASED.has(own(value, key) ?? null));
  // `status` may be a field of a record (doc §3): only these words count.
  return counted || pleased || STATUSES.has(own(value, 'status') ?? null);
}

/**
 * Returns the path to store (doc §2.2), exactly as sent by the service.
 *
 * It is read from `files` or `file` (doc §4.2 shows both), bare or under `data`. Returns null where
 * no path can be read or where the only file is another upload. Of several files one must have the
 * sent name.
 */
export function readUploadPath(value: Json, name: string, size?: number): string | null {
  const files = uploadedFiles(value);
  const named = files.filter((file) => own(file, 'originalname') === name);
  const [file, ...others] = files.length === 1 ? files : named;
  if (file === undefined || others.length > 0 || isOfAnother(file, name, size)) return null;
  const path = own(file, 'path');
  return typeof path === 'string' && path.length > 0 && path.length <= 4096 ? path : null;
}

/**
 * The form of the names under which files are sent: the operation's id and the last part of the
 * file's id.
 */
const SENT_AS = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-[\da-f]{12}(?:\.|$)/;

/**
 * Returns whether the answer names another upload than the one sent.
 *
 * A service may rename a file, and may return a file that it already holds with the same bytes. It
 * is another upload if its name has our form, but neither name nor size match.
 */
function isOfAnother(file: JsonObject, name: string, size: number | undefined): boolean {
  const [said, length] = [own(file, 'originalname'), own(file, 'size')];
  if (typeof said !== 'string' || typeof length !== 'number' || length === size) return false;
  const plain = said.toLowerCase();
  return size !== undefined && SENT_AS.test(plain) && plain !== name.toLowerCase();
}

function uploadedFiles(value: Json, depth = 0): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter((each) => isObject(each));
  if (!isObject(value) || depth > 2) return [];
  if (typeof own(value, 'path') === 'string') return [value];
  for (const key of ['files', 'file', 'data']) {
    const files = uploadedFiles(own(value, key) ?? null, depth + 1);
    if (files.length > 0) return files;
  }
  return [];
}
