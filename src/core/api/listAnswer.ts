import { isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { digestOf } from './digest.ts';
import { totalOf } from './envelope.ts';
import { idOf } from './identity.ts';
import { MAX_DEPTH } from './json.ts';
import { spanList } from './listSpans.ts';
import type { ListSpans } from './listSpans.ts';
import { piecesOf, Recognition } from './pieces.ts';
import type { Pieces, Remembered } from './pieces.ts';
import { ReadRecord } from './readRecord.ts';

/** A list taken from its bytes: every id in order, and the records that were not recognised. */
export interface ListAnswer {
  readonly ids: readonly string[];
  readonly items: readonly ReadRecord[];
  readonly odd: readonly string[];
  readonly total: number | null;
  readonly pieces: Pieces;
}

/**
 * Reads a plain list entry by entry, so that only what is new or changed is parsed. Null where the answer
 * is anything else; then it is read as a whole, which also knows what is wrong with it.
 */
export function readPlainList(
  bytes: Buffer,
  resource: Resource,
  known: Remembered | null,
): ListAnswer | null {
  if (!isUtf8(bytes)) return null;
  const recognition =
    known === null ? null : new Recognition(bytes, known, (id) => known.isTrusted(id));
  const spans = spanList(bytes, resource.listKey, MAX_DEPTH, recognition);
  if (spans === null) return null;
  try {
    const envelope: unknown = JSON.parse(envelopeText(bytes, spans));
    const entries = takeEntries(bytes, spans, recognition);
    return answerOf(envelope as Json, entries, resource);
  } catch {
    return null;
  }
}

/** The answer without its entries: small, and parsed whole. */
function envelopeText(bytes: Buffer, { from, to }: ListSpans): string {
  return bytes.toString('utf8', 0, from) + bytes.toString('utf8', to);
}

interface Piece {
  readonly id: string | null;
  /** Null where the entry was recognised. */
  readonly record: JsonObject | null;
  readonly bytes: Buffer;
  readonly digest: Uint8Array;
  readonly isKnown: boolean;
}

function takeEntries(
  bytes: Buffer,
  { spans }: ListSpans,
  recognition: Recognition | null,
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let index = 0; index < spans.length; index += 2) {
    const start = spans[index] ?? 0;
    const entry = bytes.subarray(start, spans[index + 1]);
    const known = recognition?.found.get(start);
    if (known !== undefined) pieces.push({ ...known, record: null, bytes: entry, isKnown: true });
    else pieces.push(parsed(entry, recognition?.digests.get(start) ?? digestOf(entry)));
  }
  return pieces;
}

function parsed(entry: Buffer, digest: Uint8Array): Piece {
  const value: unknown = JSON.parse(entry.toString('utf8'));
  const record = isObject(value) ? value : null;
  const id = record === null ? null : idOf(record);
  return { id, record, bytes: entry, digest, isKnown: false };
}

function answerOf(
  envelope: Json,
  entries: readonly Piece[],
  resource: Resource,
): ListAnswer | null {
  const path = Array.isArray(envelope) ? [] : [resource.listKey];
  if (isObject(envelope) && (Object.hasOwn(envelope, '_id') || !isEmptyList(envelope, resource)))
    return null;
  const usable = entries.filter(({ id }) => id !== null);
  if (path.length === 0 && entries.length > 0 && usable.length === 0) return null;
  const ids = usable.map(({ id }) => id ?? '');
  const items = usable.flatMap(({ id, record, bytes, digest }) =>
    id === null || record === null ? [] : [new ReadRecord(resource, { id, record, bytes, digest })],
  );
  return {
    ids,
    items,
    odd: entries.filter(({ id }) => id === null).map(({ bytes }) => bytes.toString('utf8')),
    total: totalOf(envelope, path, resource),
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
