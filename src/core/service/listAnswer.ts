import { isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { digestOf } from '../record/digest.ts';
import { isShowable } from '../store/rowShape.ts';
import { isNoList, totalOf } from './envelope.ts';
import { idOf } from '../record/identity.ts';
import { holdsTooMany, MAX_DEPTH, MOST_ENTRIES } from './json.ts';
import { spanList } from './unchangedEntryScanner.ts';
import type { ListSpans } from './unchangedEntryScanner.ts';
import { piecesOf, UnchangedEntries } from './entryDigests.ts';
import type { EntryDigests, Remembered } from './entryDigests.ts';
import { ReadRecord } from './readRecord.ts';

/** A list read from its bytes: every id in order, and the records that were not recognised. */
export interface ListAnswer<T = ReadRecord> {
  readonly ids: readonly string[];
  readonly items: readonly T[];
  readonly odd: readonly string[];
  readonly total: number | null;
  readonly pieces: EntryDigests;
}

/**
 * Reads a plain list entry by entry, so that only new or changed records are parsed.
 *
 * Returns null for any other answer; the caller then reads it as a whole, which also reports
 * errors.
 */
export function readPlainList(
  bytes: Buffer,
  resource: Resource,
  known: Remembered | null,
): ListAnswer | null {
  return takePlainList(bytes, resource, known, (entry) => new ReadRecord(resource, entry));
}

/** A parsed entry of a list that is a usable record. */
type ReadEntry = Pick<ReadRecord, 'id' | 'record' | 'bytes' | 'digest'>;

/** Does the same, and maps each parsed record with `make` as soon as it is parsed. */
export function takePlainList<T>(
  bytes: Buffer,
  resource: Resource,
  known: Remembered | null,
  make: (entry: ReadEntry) => T,
): ListAnswer<T> | null {
  if (holdsTooMany(bytes) || !isUtf8(bytes)) return null;
  const recognition =
    known === null ? null : new UnchangedEntries(bytes, known, (id) => known.isTrusted(id));
  const spans = spanList(bytes, resource.listKey, MAX_DEPTH, recognition);
  if (spans === null || spans.spans.length > 2 * MOST_ENTRIES) return null;
  try {
    const envelope: unknown = JSON.parse(envelopeText(bytes, spans));
    const entries = takeEntries(bytes, resource, spans, recognition, make);
    return answerOf(envelope as Json, entries, resource);
  } catch {
    return null;
  }
}

/** Returns the answer without its entries, which is small. */
function envelopeText(bytes: Buffer, { from, to }: ListSpans): string {
  return bytes.toString('utf8', 0, from) + bytes.toString('utf8', to);
}

interface Piece<T> {
  readonly id: string | null;
  /** The mapped record; empty where the entry was recognised or is not a record. */
  readonly made: readonly T[];
  readonly bytes: Buffer;
  readonly digest: Uint8Array;
}

function takeEntries<T>(
  bytes: Buffer,
  resource: Resource,
  { spans, deep }: ListSpans,
  recognition: UnchangedEntries | null,
  make: (entry: ReadEntry) => T,
): readonly Piece<T>[] {
  const pieces: Piece<T>[] = [];
  for (let index = 0; index < spans.length; index += 2) {
    const start = spans[index] ?? 0;
    const entry = bytes.subarray(start, spans[index + 1]);
    const known = recognition?.found.get(start);
    if (known !== undefined) pieces.push({ ...known, made: [], bytes: entry });
    else if (deep.has(start))
      pieces.push({ id: null, made: [], bytes: entry, digest: digestOf(entry) });
    else
      pieces.push(
        parsed(resource, entry, recognition?.digests.get(start) ?? digestOf(entry), make),
      );
  }
  return pieces;
}

function parsed<T>(
  resource: Resource,
  bytes: Buffer,
  digest: Uint8Array,
  make: (entry: ReadEntry) => T,
): Piece<T> {
  const record: unknown = JSON.parse(bytes.toString('utf8'));
  const isFit = isObject(record) && isShowable(resource, record, bytes.length);
  const id = isFit ? idOf(record) : null;
  const isUsable = id !== null && isFit;
  return { id, made: isUsable ? [make({ id, record, bytes, digest })] : [], bytes, digest };
}

function answerOf<T>(
  envelope: Json,
  entries: readonly Piece<T>[],
  resource: Resource,
): ListAnswer<T> | null {
  const path = Array.isArray(envelope) ? [] : [resource.listKey];
  if (isObject(envelope) && (Object.hasOwn(envelope, '_id') || !isEmptyList(envelope, resource)))
    return null;
  if (isNoList(envelope, entries.length)) return null;
  const usable = entries.filter(({ id }) => id !== null);
  if (path.length === 0 && entries.length > 0 && usable.length === 0) return null;
  const ids = usable.map(({ id }) => id ?? '');
  return {
    ids,
    items: usable.flatMap(({ made }) => made),
    odd: entries.filter(({ id }) => id === null).map(({ bytes }) => bytes.toString('utf8')),
    total: totalOf(envelope, path, resource, entries.length),
    pieces: piecesOf(
      ids,
      usable.map(({ bytes: { length }, digest }) => ({ length, digest })),
    ),
  };
}

function isEmptyList(envelope: JsonObject, { listKey }: Resource): boolean {
  const list = own(envelope, listKey);
  return Array.isArray(list) && list.length === 0;
}
