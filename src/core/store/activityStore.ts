import { attemptSchema, historyEntry, reasonSchema } from '#contract/operations.ts';
import type {
  Attempt,
  HistoryEntry,
  HistoryResult,
  NoWords,
  Reason,
} from '#contract/operations.ts';
import { requestEntry } from '#contract/past.ts';
import type { RequestEntry } from '#contract/past.ts';
import { json } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import { z } from '#contract/zod.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Db } from './database.ts';
import { termsOf } from '#contract/normalizeForSearch.ts';
import { prepared } from './prepared.ts';
import { jsonText, oneNumber, readableRows } from './cells.ts';

const reasonRows = z.array(z.object({ reason: jsonText(reasonSchema) }));
const stoodRows = z.array(z.object({ id: z.string(), before: z.string() }));
const STOOD = `t.before IS NOT NULL AND o.state = 'done' AND e.kind = @kind AND e.service_id IS NOT NULL`;
/**
 * The number of newest requests that are always searched, since the wall clock may have been set
 * meanwhile.
 */
const NEWEST_ATTEMPTS = 5_000;
/**
 * SQL for the number before the requests of a time that ends now. They stand at the end of the
 * table, so no index by time is needed.
 */
const BEFORE_THEM = `coalesce((SELECT number FROM attempt
  WHERE number <= (SELECT max(number) FROM attempt) - ${NEWEST_ATTEMPTS}
    AND started_at NOT BETWEEN @from AND @to ORDER BY number DESC LIMIT 1), 0)`;

/** One event of a record on this workstation. */
export interface Activity {
  readonly time: number;
  readonly kind: Kind;
  readonly eid: string;
  readonly seq: number | null;
  readonly action: string;
  readonly field: string | null;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly result: HistoryResult;
  readonly reason: Reason | null;
}

/** A filter for history entries; null matches everything. Times in milliseconds. */
export interface ActivityFilter {
  readonly kind: Kind | null;
  readonly eid: string | null;
  readonly since: number | null;
  readonly until: number | null;
  readonly results: readonly HistoryResult[] | null;
  /** Search terms, each a part of the code, title, field or id, as in list searches. */
  readonly search: string | null;
  readonly limit: number;
  readonly offset: number;
}

export interface RequestFilter {
  readonly kind: Kind | null;
  readonly eid: string | null;
  readonly outcome: string | null;
  readonly limit: number;
  readonly offset: number;
}

const ENTRIES = `
  FROM activity a LEFT JOIN entity e ON e.eid = a.eid LEFT JOIN operation o ON o.seq = a.seq
  WHERE (@kind IS NULL OR a.kind = @kind) AND (@eid IS NULL OR a.eid = @eid)
    AND (@since IS NULL OR a.time >= @since) AND (@until IS NULL OR a.time < @until)
    AND (@results IS NULL OR a.result IN (SELECT value FROM json_each(@results)))
    AND (@terms IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(@terms)
      WHERE instr(fold(coalesce(e.key, '') || ' ' || coalesce(e.title, '') || ' '
        || coalesce(a.field, '') || ' ' || coalesce(e.service_id, a.eid)), value) = 0))`;

/** Bytes of a value or a text that a page of the history shows. */
const MOST_TEXT = 100_000;
/** Letters at which a longer value is cut; it becomes a text. */
const MOST_LETTERS = 10_000;

/** SQL for a value, cut if it is too long to be shown: a page may have hundreds. */
function cut(column: string): string {
  return `CASE WHEN octet_length(${column}) > ${MOST_TEXT}
    THEN json_quote(substr(${column}, 1, ${MOST_LETTERS}) || '…') ELSE ${column} END`;
}

/** SQL for a text, or NULL if it is longer than any that Cabinet writes. */
function short(column: string): string {
  return `CASE WHEN octet_length(${column}) <= ${MOST_TEXT} THEN ${column} END`;
}

const REQUESTS = `
  FROM attempt t JOIN operation o ON o.seq = t.seq JOIN entity e ON e.eid = o.eid
  WHERE (@kind IS NULL OR e.kind = @kind) AND (@eid IS NULL OR e.eid = @eid)
    AND (@outcome IS NULL OR t.outcome = @outcome)`;

const parsedJson = z
  .string()
  .nullable()
  .transform((text): unknown => (text === null ? null : JSON.parse(text)));
const entryRow = z.looseObject({
  before: parsedJson,
  after: parsedJson,
  reason: parsedJson,
  gone: z.number().transform((value) => value === 1),
});

const sentList = z
  .string()
  .nullable()
  .transform((text): Json => (text === null ? null : json.parse(JSON.parse(text))))
  .array();

/** Stores every change and every request for the history. */
export class ActivityStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  add(entry: Activity): void {
    prepared(
      this.#db,
      `INSERT INTO activity(time, kind, eid, seq, action, field, before, after, result, reason)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      entry.time,
      entry.kind,
      entry.eid,
      entry.seq,
      entry.action,
      entry.field,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.result,
      entry.reason === null ? null : JSON.stringify(entry.reason),
    );
  }

  /**
   * Returns a page of history entries, newest first, and their total.
   *
   * `id` is the service's id if it is known.
   */
  list(filter: ActivityFilter): { total: number; entries: HistoryEntry[] } {
    const { limit, offset, results, search, ...others } = filter;
    const terms = termsOf(search ?? '');
    const conditions = {
      ...others,
      results: results === null ? null : JSON.stringify(results),
      terms: terms.length === 0 ? null : JSON.stringify(terms),
    };
    const total = oneNumber.parse(
      prepared(this.#db, `SELECT count(*) ${ENTRIES}`).pluck().get(conditions),
    );
    const rows = prepared(
      this.#db,
      `SELECT a.number, a.time, a.kind, coalesce(e.service_id, a.eid) AS id, a.action, a.field,
           ${cut('a.before')} AS before, ${cut('a.after')} AS after, a.result,
           ${short('a.reason')} AS reason,
           o.id AS operation, e.key, coalesce(e.title, a.eid) AS title,
           coalesce(e.state = 'gone', 1) AS gone,
           (SELECT t.answer FROM attempt t WHERE t.seq = a.seq AND t.answer IS NOT NULL
              AND octet_length(t.answer) <= ${MOST_TEXT} AND t.started_at <= a.time
              ORDER BY t.number DESC LIMIT 1) AS answer
         ${ENTRIES} ORDER BY a.number DESC LIMIT @limit OFFSET @offset`,
    ).all({ ...conditions, limit, offset });
    return { total, entries: readableRows(entryRow.pipe(historyEntry), rows) };
  }

  /** Returns a page of requests, newest first, each with its record. */
  requests(filter: RequestFilter): { total: number; requests: RequestEntry[] } {
    const { limit, offset, ...conditions } = filter;
    const total = oneNumber.parse(
      prepared(this.#db, `SELECT count(*) ${REQUESTS}`).pluck().get(conditions),
    );
    const rows = prepared(
      this.#db,
      `SELECT t.number, t.started_at AS startedAt, t.finished_at AS finishedAt, t.method, t.path, t.outcome,
           t.status, ${short('t.answer')} AS answer, t.no_words AS noWords,
           o.id AS operation, e.kind, coalesce(e.service_id, e.eid) AS id, e.key,
           e.title ${REQUESTS} ORDER BY t.number DESC LIMIT @limit OFFSET @offset`,
    ).all({ ...conditions, limit, offset });
    return { total, requests: readableRows(requestEntry, rows) };
  }

  /** Records that a request is about to leave, with the version read before it. */
  startAttempt(
    seq: number,
    request: { method: string; path: string; bodySha: string | null; before: string | null },
    now: number,
  ): number {
    const { lastInsertRowid } = prepared(
      this.#db,
      'INSERT INTO attempt(seq, started_at, method, path, body_sha, before) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(seq, now, request.method, request.path, request.bodySha, request.before);
    return Number(lastInsertRowid);
  }

  endAttempt(
    number: number,
    end: {
      outcome: string;
      status: number | null;
      answer: string | null;
      noWords: NoWords | null;
    },
    now: number,
  ): void {
    prepared(
      this.#db,
      'UPDATE attempt SET outcome = ?, status = ?, answer = ?, no_words = ?, finished_at = ? WHERE number = ?',
    ).run(end.outcome, end.status, end.answer, end.noWords, now, number);
  }

  /** Returns the sent values of operations that the service did not keep. */
  notKept(eid: string, seqs: readonly number[]): readonly { field: string; sent: Json }[] {
    const rows = prepared(
      this.#db,
      `SELECT reason FROM activity WHERE eid = ? AND seq IN (SELECT value FROM json_each(?))
         AND result = 'refused' AND reason ->> '$.code' = 'service-kept'`,
    ).all(eid, JSON.stringify(seqs));
    return reasonRows.parse(rows).flatMap(({ reason }) => reason.details?.kept ?? []);
  }

  /**
   * Returns the values of a field that were sent, or may have been.
   *
   * Covers the operations of a record, or only the operation `seq` if it is not null.
   */
  sentValues(eid: string, seq: number | null, field: string): readonly Json[] {
    const rows = prepared(
      this.#db,
      `SELECT DISTINCT a.after FROM activity a JOIN operation o ON o.seq = a.seq
         WHERE a.eid = @eid AND a.field = @field AND a.result = 'queued' AND o.attempts > 0
           AND (@seq IS NULL OR a.seq = @seq)`,
    )
      .pluck()
      .all({ eid, seq, field });
    return sentList.parse(rows);
  }

  /** Returns whether `text` was the version of a record right before one of our requests. */
  matchesPastVersion(eid: string, text: string): boolean {
    const row = prepared(
      this.#db,
      `SELECT 1 FROM operation o JOIN attempt t ON t.seq = o.seq
         WHERE o.eid = ? AND t.before = ? LIMIT 1`,
    ).get(eid, text);
    return row !== undefined;
  }

  /**
   * Returns by id the versions of records right before our applied changes.
   *
   * Covers requests from the start of a time span on; those that seem to be later than its end
   * count too. Covers the records in `also` at any time.
   */
  lastStood(
    kind: Kind,
    time: { readonly from: number; readonly to: number },
    also: readonly string[],
  ): ReadonlyMap<string, ReadonlySet<string>> {
    const rows = stoodRows.parse(
      prepared(
        this.#db,
        `SELECT e.service_id AS id, t.before
           FROM attempt t CROSS JOIN operation o ON o.seq = t.seq CROSS JOIN entity e ON e.eid = o.eid
           WHERE t.number > ${BEFORE_THEM} AND t.started_at >= @from AND ${STOOD}
         UNION ALL SELECT e.service_id AS id, t.before
           FROM json_each(@also) j CROSS JOIN entity e ON e.kind = @kind AND e.service_id = j.value
           CROSS JOIN operation o ON o.eid = e.eid CROSS JOIN attempt t ON t.seq = o.seq
           WHERE ${STOOD}`,
      ).all({ ...time, kind, also: JSON.stringify(also) }),
    );
    const stood = new Map<string, Set<string>>();
    for (const { id, before } of rows) stood.set(id, (stood.get(id) ?? new Set()).add(before));
    return stood;
  }

  /** Returns whether `text` was the version of a record right before one of our applied changes. */
  matchesPastRecord(kind: Kind, id: string, text: string): boolean {
    const row = prepared(
      this.#db,
      `SELECT 1 FROM entity e CROSS JOIN operation o ON o.eid = e.eid CROSS JOIN attempt t ON t.seq = o.seq
         WHERE ${STOOD} AND e.service_id = @id AND t.before = @text LIMIT 1`,
    ).get({ kind, id, text });
    return row !== undefined;
  }

  /** Returns the requests of an operation that write its record, without its file uploads. */
  writes(seq: number): readonly Attempt[] {
    return this.attempts(seq).filter(({ path }) => !path.endsWith('/upload_image'));
  }

  attempts(seq: number): Attempt[] {
    return prepared(
      this.#db,
      `SELECT started_at AS startedAt, finished_at AS finishedAt, method, path, outcome, status, answer,
           no_words AS noWords
         FROM attempt WHERE seq = ? ORDER BY number`,
    )
      .all(seq)
      .map((row) => attemptSchema.parse(row));
  }
}
