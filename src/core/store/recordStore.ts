import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { digestOf } from '../record/digest.ts';
import { IS_STATE_HELD } from './changeOrigin.ts';
import type { Db } from './database.ts';
import { maybeNumber, oneNumber, texts } from './cells.ts';
import { prepared } from './prepared.ts';

/** One record of the mirror: the service's own text, kept as it came. */
export interface StoredRecord {
  readonly rid: number;
  readonly id: string;
  readonly doc: string;
  readonly missingSince: number | null;
}

/** A record as an answer brought it. */
export interface IncomingRecord {
  readonly id: string;
  /** The exact bytes of its JSON. */
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
}

/** A record that was read by itself, as it came. */
export function incoming(id: string, text: string): IncomingRecord {
  const bytes = Buffer.from(text);
  return { id, bytes, digest: digestOf(bytes) };
}

export type Change = 'added' | 'updated';

/** What came of one record, and the row it has. */
export interface Outcome {
  readonly rid: number;
  readonly applied: Change | 'unchanged';
}

/**
 * Stands where a pull's number would, for what a read of one record brought or took away: no page of
 * a list vouches for it.
 */
export const OUTSIDE_RUN = 0;

/** As many as a Refresh or two that are behind may hide. */
const MOST_HELD = 8;
const heldList = z.array(z.object({ doc: z.string(), at: z.number() }));
type PreviousVersion = z.infer<typeof heldList>[number];

const stored = z.object({
  rid: z.number(),
  id: z.string(),
  doc: z.string(),
  missingSince: z.number().nullable(),
});

/** Reads a stored text back as the object it is. */
export function parseDoc(text: string): JsonObject {
  return jsonObject.parse(JSON.parse(text));
}

/** Reads the mirror; works on a writer's and on a reader's connection. */
export class RecordReader {
  readonly #db;
  readonly #byId;
  readonly #count;
  constructor(db: Db) {
    this.#db = db;
    this.#byId = db.prepare(
      'SELECT rid, id, doc, missing_since AS missingSince FROM record WHERE kind = ? AND id = ?',
    );
    // The records themselves are wide: both counts are read off an index, the second one a short part of it.
    this.#count = db.prepare(
      `SELECT (SELECT count(*) FROM record WHERE kind = @kind)
         - (SELECT count(*) FROM record WHERE kind = @kind AND run = ${OUTSIDE_RUN} AND missing_since IS NOT NULL)`,
    );
  }

  get(kind: Kind, id: string): StoredRecord | null {
    const row = this.#byId.get(kind, id);
    return row === undefined ? null : stored.parse(row);
  }

  /** When the mirror took a record as it holds it now; null where it has none of this id. */
  takenAt(kind: Kind, id: string): number | null {
    const at = prepared(this.#db, 'SELECT seen_at FROM record WHERE kind = ? AND id = ?').pluck();
    return maybeNumber.parse(at.get(kind, id)) ?? null;
  }

  /** Whether the mirror held a record as `text` says before it was changed. */
  matchesPastVersion(kind: Kind, id: string, text: string): boolean {
    const stood = prepared(
      this.#db,
      `SELECT 1 FROM record_change WHERE kind = ? AND id = ? AND before = ? AND ${IS_STATE_HELD} LIMIT 1`,
    );
    return stood.get(kind, id, text) !== undefined;
  }

  /** How the mirror held a record before, the latest first, and when each was changed; a few at most. */
  previousVersions(kind: Kind, id: string): readonly PreviousVersion[] {
    const held = prepared(
      this.#db,
      `SELECT before AS doc, at FROM record_change WHERE kind = ? AND id = ? AND before IS NOT NULL
         AND ${IS_STATE_HELD} ORDER BY number DESC LIMIT ${MOST_HELD}`,
    );
    return heldList.parse(held.all(kind, id));
  }

  count(kind: Kind): number {
    return oneNumber.parse(this.#count.pluck().get({ kind }));
  }
}

/** Writes the mirror. Rows whose text is unchanged are left alone: `run` is the one that wrote them. */
export class RecordStore extends RecordReader {
  readonly #known;
  readonly #insert;
  readonly #insertNew;
  readonly #update;
  readonly #seen;
  readonly #missing;
  readonly #ids;

  constructor(db: Db) {
    super(db);
    this.#known = db.prepare(
      `SELECT r.id, r.rid, r.hash, r.run, r.missing_since AS missingSince
       FROM json_each(?) j CROSS JOIN record r ON r.kind = ? AND r.id = j.value`,
    );
    this.#insert = db.prepare(
      'INSERT INTO record(kind, id, doc, hash, run, seen_at) VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?)',
    );
    this.#insertNew = db.prepare(
      'INSERT INTO record(kind, id, doc, hash, run, seen_at) VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#update = db.prepare(
      'UPDATE record SET doc = CAST(? AS TEXT), hash = ?, run = ?, seen_at = ?, missing_since = NULL WHERE rid = ?',
    );
    this.#seen = db.prepare(
      'UPDATE record SET run = ? WHERE rid IN (SELECT value FROM json_each(?))',
    );
    this.#missing = db.prepare(
      `UPDATE record SET missing_since = ?, run = ${OUTSIDE_RUN} WHERE kind = ? AND id = ?`,
    );
    this.#ids = db.prepare('SELECT id FROM record WHERE kind = ?').pluck();
  }

  /** Applies records of one page; gives for each what came of it. Call inside a transaction. */
  apply(kind: Kind, incoming: readonly IncomingRecord[], run: number, now: number): Outcome[] {
    const known = this.#lookUp(kind, incoming);
    const untouched: number[] = [];
    const results = incoming.map((record): Outcome => {
      const hash = record.digest;
      const old = known.get(record.id);
      if (old === undefined) {
        const { lastInsertRowid } = this.#insert.run(kind, record.id, record.bytes, hash, run, now);
        const rid = Number(lastInsertRowid);
        known.set(record.id, { rid, hash, run, missingSince: null });
        return { rid, applied: 'added' };
      }
      if (old.missingSince === null && Buffer.compare(old.hash, hash) === 0) {
        if (old.run === OUTSIDE_RUN) untouched.push(old.rid);
        return { rid: old.rid, applied: 'unchanged' };
      }
      this.#update.run(record.bytes, hash, run, now, old.rid);
      known.set(record.id, { rid: old.rid, hash, run, missingSince: null });
      return { rid: old.rid, applied: old.missingSince === null ? 'updated' : 'added' };
    });
    // Its time stays: what was read by itself before this run is nothing that the run brought.
    if (untouched.length > 0) this.#seen.run(run, JSON.stringify(untouched));
    return results;
  }

  /**
   * The same where hardly any is known, as in a first load: each is written, and only one that turns out
   * to be there already is looked up.
   */
  load(kind: Kind, incoming: readonly IncomingRecord[], run: number, now: number): Outcome[] {
    const outcomes: Outcome[] = [];
    for (const record of incoming) {
      const { id, bytes, digest } = record;
      const { changes, lastInsertRowid } = this.#insertNew.run(kind, id, bytes, digest, run, now);
      if (changes === 0) outcomes.push(...this.apply(kind, [record], run, now));
      else outcomes.push({ rid: Number(lastInsertRowid), applied: 'added' });
    }
    return outcomes;
  }

  #lookUp(kind: Kind, incoming: readonly IncomingRecord[]) {
    const ids = JSON.stringify(incoming.map(({ id }) => id));
    const rows = knownRowList.parse(this.#known.all(ids, kind));
    return new Map<string, Known>(rows.map(({ id, ...row }) => [id, row]));
  }

  /** Marks a record as gone from the service; it keeps its text and can come back. */
  markMissing(kind: Kind, id: string, at: number): void {
    this.#missing.run(at, kind, id);
  }

  /** The ids of all records of a kind, those marked as missing included. */
  ids(kind: Kind): readonly string[] {
    return texts.parse(this.#ids.all(kind));
  }
}

/** What the mirror holds of a record that came again. */
interface Known {
  readonly rid: number;
  readonly hash: Uint8Array;
  readonly run: number;
  readonly missingSince: number | null;
}

const knownRow = z.object({
  id: z.string(),
  rid: z.number(),
  hash: z.instanceof(Buffer),
  run: z.number(),
  missingSince: z.number().nullable(),
});
const knownRowList = knownRow.array();
