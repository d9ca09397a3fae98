import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { digestOf } from '../record/digest.ts';
import { IS_STATE_HELD } from './changeOrigin.ts';
import type { Db } from './database.ts';
import { maybeNumber, oneNumber, texts } from './cells.ts';
import { prepared } from './prepared.ts';

/** One record of the mirror with the unchanged text of the service. */
export interface StoredRecord {
  readonly rid: number;
  readonly id: string;
  readonly doc: string;
  readonly missingSince: number | null;
}

/** A record from a response. */
export interface IncomingRecord {
  readonly id: string;
  /** The exact bytes of its JSON. */
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
}

/** Returns a record that was read by itself as an incoming record. */
export function incoming(id: string, text: string): IncomingRecord {
  const bytes = Buffer.from(text);
  return { id, bytes, digest: digestOf(bytes) };
}

export type StoreChange = 'added' | 'updated';

/** The result for one incoming record, and its row number. */
export interface Outcome {
  readonly rid: number;
  readonly applied: StoreChange | 'unchanged';
}

/**
 * The run number of records that were read or removed outside a pull.
 *
 * No page of a list proves that they exist.
 */
export const OUTSIDE_RUN = 0;

/** The most earlier versions that are returned: as many as one or two stale pulls may hide. */
const MOST_HELD = 8;
const heldList = z.array(z.object({ doc: z.string(), at: z.number() }));
type PreviousVersion = z.infer<typeof heldList>[number];

const stored = z.object({
  rid: z.number(),
  id: z.string(),
  doc: z.string(),
  missingSince: z.number().nullable(),
});

/** Parses the stored text of a record. */
export function parseDoc(text: string): JsonObject {
  return jsonObject.parse(JSON.parse(text));
}

/** Reads the mirror, over the connection of a writer or a reader. */
export class RecordReader {
  readonly #db;
  readonly #byId;
  readonly #count;
  constructor(db: Db) {
    this.#db = db;
    this.#byId = db.prepare(
      'SELECT rid, id, doc, missing_since AS missingSince FROM record WHERE kind = ? AND id = ?',
    );
    // Record rows are wide, so both counts use an index. The second count reads a short part of it.
    this.#count = db.prepare(
      `SELECT (SELECT count(*) FROM record WHERE kind = @kind)
         - (SELECT count(*) FROM record WHERE kind = @kind AND run = ${OUTSIDE_RUN} AND missing_since IS NOT NULL)`,
    );
  }

  get(kind: Kind, id: string): StoredRecord | null {
    const row = this.#byId.get(kind, id);
    return row === undefined ? null : stored.parse(row);
  }

  /** Returns when the mirror stored the current version of a record; null if there is none. */
  takenAt(kind: Kind, id: string): number | null {
    const at = prepared(this.#db, 'SELECT seen_at FROM record WHERE kind = ? AND id = ?').pluck();
    return maybeNumber.parse(at.get(kind, id)) ?? null;
  }

  /** Returns whether `text` is an earlier version of a record in the mirror. */
  matchesPastVersion(kind: Kind, id: string, text: string): boolean {
    const stood = prepared(
      this.#db,
      `SELECT 1 FROM record_change WHERE kind = ? AND id = ? AND before = ? AND ${IS_STATE_HELD} LIMIT 1`,
    );
    return stood.get(kind, id, text) !== undefined;
  }

  /** Returns a few earlier versions of a record, latest first, and when each was replaced. */
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

/**
 * Writes the mirror.
 *
 * Rows whose text is unchanged are not written, so `run` names the run that last wrote them.
 */
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

  /** Applies the records of one page; returns the result of each. Call inside a transaction. */
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
    // `seen_at` stays, because this run brought no new version of these records.
    if (untouched.length > 0) this.#seen.run(run, JSON.stringify(untouched));
    return results;
  }

  /**
   * Applies records of which hardly any is known, as in a first load.
   *
   * Each record is inserted, and only existing ones are looked up.
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

  /** Marks a record as missing on the service; its text stays, and it can come back. */
  markMissing(kind: Kind, id: string, at: number): void {
    this.#missing.run(at, kind, id);
  }

  /** Returns the ids of all records of a kind, including those marked as missing. */
  ids(kind: Kind): readonly string[] {
    return texts.parse(this.#ids.all(kind));
  }
}

/** The stored state of an incoming record. */
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
