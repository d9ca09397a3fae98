import { hash } from 'node:crypto';
import { OPEN_STATES, queueCounts, stateSchema } from '#contract/operations.ts';
import type { Action, Conflict, QueueCounts, Reason, State } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Patch } from '../record/patch.ts';
import type { Clock } from '../platform/platform.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { ENDED, OPEN } from './stateSql.ts';
import type { Entity } from './entityStore.ts';
import { numbers } from './cells.ts';
import { headRows, OPERATION_COLUMNS, operationRow } from './operationRow.ts';
import type { OperationHead, StoredOperation } from './operationRow.ts';

export type { StoredOperation } from './operationRow.ts';

const seqRows = z.array(z.number());
const stateCounts = z.array(z.object({ state: stateSchema, n: z.number() }));
const standingRow = operationRow.pick({ state: true, digest: true, updatedAt: true });
type Standing = z.infer<typeof standingRow>;

/**
 * Returns the digest of an operation's content.
 *
 * It is checked before every send, because nothing else detects a flipped bit.
 */
export function digestOperation(
  operation: Pick<StoredOperation, 'id' | 'eid' | 'action' | 'patch' | 'base'>,
): string {
  const { id, eid, action, patch, base } = operation;
  return hash('sha256', JSON.stringify([id, eid, action, patch, base]), 'hex');
}

export interface NewOperation {
  readonly id: string;
  readonly eid: string;
  readonly action: Action;
  readonly patch: Patch;
  readonly base: string | null;
  readonly groupId: string | null;
  readonly needs: readonly number[];
  readonly ensure: boolean;
}

/** The fields of a new operation. */
const FRESH = {
  state: 'waiting',
  reason: null,
  conflict: null,
  attempts: 0,
  unknowns: 0,
  form: 0,
  nextAt: null,
  sentAt: null,
  sentSteady: null,
} as const;

export interface StateChange {
  readonly state: State;
  readonly reason?: Reason | null;
  readonly conflict?: Conflict | null;
  readonly nextAt?: number | null;
}

interface ListOptions {
  readonly newest?: boolean;
  readonly eid?: string | undefined;
  readonly kind?: Kind | undefined;
  /** Returns only operations after this one, in the requested order. */
  readonly after?: number | undefined;
}

/** Stores the operations of the outbox and their dependencies. */
export class OperationStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  #many(where: string, ...values: readonly (string | number)[]): StoredOperation[] {
    const rows = prepared(this.#db, `SELECT ${OPERATION_COLUMNS} FROM operation ${where}`).all(
      ...values,
    );
    return rows.map((row) => operationRow.parse(row));
  }

  get(id: string): StoredOperation | null {
    return this.#many('WHERE id = ?', id)[0] ?? null;
  }

  bySeq(seq: number): StoredOperation | null {
    return this.#many('WHERE seq = ?', seq)[0] ?? null;
  }

  /** Returns state, digest and time of an operation, which show whether it changed. */
  standing(seq: number): Standing | null {
    const sql = 'SELECT state, digest, updated_at AS updatedAt FROM operation WHERE seq = ?';
    const row = prepared(this.#db, sql).get(seq);
    return row === undefined ? null : standingRow.parse(row);
  }

  /** Returns all open operations in the order in which they were made. */
  open(): StoredOperation[] {
    return this.#many(`WHERE state NOT IN ${ENDED} ORDER BY seq`);
  }

  /** Returns the heads of all open operations in the order in which they were made. */
  openHeads(): OperationHead[] {
    const heads = `SELECT seq, eid, state, next_at AS nextAt FROM operation
       WHERE state NOT IN ${ENDED} ORDER BY seq`;
    return headRows.parse(prepared(this.#db, heads).all());
  }

  /** Yields all open operations; one at a time, because each may hold a record of megabytes. */
  *eachOpen(): Generator<StoredOperation> {
    for (const { seq } of this.openHeads()) {
      const operation = this.bySeq(seq);
      if (operation !== null) yield operation;
    }
  }

  openOf(eid: string): StoredOperation[] {
    return this.#many(`WHERE eid = ? AND state NOT IN ${ENDED} ORDER BY seq`, eid);
  }

  /** Returns the open operations of the same record that were made earlier. */
  openBefore({ eid, seq }: Pick<StoredOperation, 'eid' | 'seq'>): StoredOperation[] {
    return this.#many(`WHERE eid = ? AND seq < ? AND state NOT IN ${ENDED} ORDER BY seq`, eid, seq);
  }

  /** Returns the open operations of the same record that were made later. */
  openAfter({ eid, seq }: Pick<StoredOperation, 'eid' | 'seq'>): StoredOperation[] {
    return this.#many(`WHERE eid = ? AND seq > ? AND state NOT IN ${ENDED} ORDER BY seq`, eid, seq);
  }

  /** Returns the numbers of the open operations of the same record that were made later. */
  openSeqsAfter({ eid, seq }: Pick<StoredOperation, 'eid' | 'seq'>): readonly number[] {
    const later = `SELECT seq FROM operation
      WHERE eid = ? AND seq > ? AND state NOT IN ${ENDED} ORDER BY seq`;
    return seqRows.parse(prepared(this.#db, later).pluck().all(eid, seq));
  }

  /** Returns the first operation of the same record, up to this one, that needs a decision. */
  firstStuckOf({ eid, seq }: Pick<StoredOperation, 'eid' | 'seq'>): StoredOperation | null {
    const where = `WHERE eid = ? AND seq <= ? AND state IN ('refused', 'conflict', 'held')
      ORDER BY seq LIMIT 1`;
    return this.#many(where, eid, seq)[0] ?? null;
  }

  /** Returns the last ten completed operations of a record, newest first. */
  recentOf(eid: string): StoredOperation[] {
    return this.#many("WHERE eid = ? AND state = 'done' ORDER BY seq DESC LIMIT 10", eid);
  }

  /**
   * Yields operations in the given states, oldest first unless `newest` is set.
   *
   * `eid` or `kind` limits them to one record or one kind. They are read one at a time, because each
   * may hold a record of megabytes; an operation whose state changed meanwhile is left out.
   */
  *list(
    states: readonly State[],
    limit: number,
    { newest = false, eid, kind, after }: ListOptions = {},
  ): Generator<StoredOperation> {
    const of =
      eid !== undefined
        ? 'AND eid = @eid'
        : kind !== undefined
          ? 'AND (SELECT e.kind FROM entity e WHERE e.eid = operation.eid) = @kind'
          : '';
    const behind = after === undefined ? '' : `AND seq ${newest ? '<' : '>'} @after`;
    const rows = prepared(
      this.#db,
      `SELECT seq FROM operation WHERE state IN (SELECT value FROM json_each(@states)) ${of} ${behind}
         ORDER BY seq ${newest ? 'DESC' : 'ASC'} LIMIT @limit`,
    ).pluck();
    for (const seq of numbers.parse(
      rows.all({ states: JSON.stringify(states), limit, eid, kind, after }),
    )) {
      const operation = this.bySeq(seq);
      if (operation !== null && states.includes(operation.state)) yield operation;
    }
  }

  counts(): QueueCounts {
    const rows = stateCounts.parse(
      prepared(
        this.#db,
        // Listing the open states one by one lets the count use the index and skip ended
        // operations.
        `SELECT state, count(*) AS n FROM operation WHERE state IN ${OPEN} GROUP BY state`,
      ).all(),
    );
    const found = new Map(rows.map(({ state, n }) => [state, n]));
    return queueCounts.parse(
      Object.fromEntries(OPEN_STATES.map((state) => [state, found.get(state) ?? 0])),
    );
  }

  /** Returns the number of open operations. */
  countOpen(): number {
    return Object.values(this.counts()).reduce((sum, count) => sum + count, 0);
  }

  insert(operation: NewOperation, now: number): StoredOperation {
    const { needs, ...given } = operation;
    const made = { ...FRESH, ...given, createdAt: now, updatedAt: now };
    const digest = digestOperation(operation);
    const { lastInsertRowid } = prepared(
      this.#db,
      `INSERT INTO operation(id, eid, action, patch, base, state, group_id, ensure, created_at, updated_at, digest)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      made.id,
      made.eid,
      made.action,
      JSON.stringify(made.patch),
      made.base,
      made.state,
      made.groupId,
      made.ensure ? 1 : 0,
      now,
      now,
      digest,
    );
    const seq = Number(lastInsertRowid);
    for (const each of needs) this.need(seq, each);
    return { seq, ...made, digest };
  }

  /** Returns the sent creations of a kind whose outcome is not known yet. */
  unsettledCreations(kind: Kind): readonly StoredOperation[] {
    return this.#many(
      `WHERE state IN ('sending', 'unknown') AND action = 'create'
         AND eid IN (SELECT eid FROM entity WHERE kind = ? AND service_id IS NULL) ORDER BY seq`,
      kind,
    );
  }

  /** Returns the creations of a record, in any state. */
  creationsOf(eid: string): readonly StoredOperation[] {
    return this.#many("WHERE eid = ? AND action = 'create' ORDER BY seq", eid);
  }

  /**
   * Returns discarded operations of a record that may still be in flight.
   *
   * For a creation, this includes operations of other records with the same code.
   */
  discardedOnTheirWay(of: Pick<Entity, 'eid' | 'kind'>, key: string | null): StoredOperation[] {
    return this.#many(
      `WHERE state = 'discarded' AND next_at IS NOT NULL
         AND (eid = ? OR eid IN (SELECT eid FROM entity WHERE kind = ? AND key = ?)) ORDER BY seq`,
      of.eid,
      of.kind,
      key ?? '',
    );
  }

  /** Moves an operation to another entity of the same record. */
  handOver(operation: StoredOperation, eid: string): void {
    prepared(this.#db, 'UPDATE operation SET eid = ?, digest = ? WHERE seq = ?').run(
      eid,
      digestOperation({ ...operation, eid }),
      operation.seq,
    );
  }

  /** Replaces the patch and base of an operation, and updates its digest. */
  rewrite(operation: StoredOperation, patch: Patch, base: string | null, now: number): void {
    const digest = digestOperation({ ...operation, patch, base });
    prepared(
      this.#db,
      'UPDATE operation SET patch = ?, base = ?, digest = ?, updated_at = ? WHERE seq = ?',
    ).run(JSON.stringify(patch), base, digest, now, operation.seq);
  }

  setState(seq: number, change: StateChange, now: number): void {
    const { state, reason = null, conflict = null, nextAt = null } = change;
    prepared(
      this.#db,
      'UPDATE operation SET state = ?, reason = ?, conflict = ?, next_at = ?, updated_at = ? WHERE seq = ?',
    ).run(state, textOf(reason), textOf(conflict), nextAt, now, seq);
  }

  /** Notes that a request of this operation may have left as late as now. */
  setSentAt(seq: number, clock: Pick<Clock, 'now' | 'monotonicMs'>): void {
    prepared(
      this.#db,
      'UPDATE operation SET sent_at = @now, sent_steady = @steady WHERE seq = @seq',
    ).run({ seq, ...timesOf(clock) });
  }

  /** Notes on disk that a request of this operation is about to leave. */
  markSending(seq: number, clock: Pick<Clock, 'now' | 'monotonicMs'>): void {
    prepared(
      this.#db,
      `UPDATE operation SET state = 'sending', reason = NULL, attempts = attempts + 1,
         sent_at = @now, sent_steady = @steady, updated_at = @now WHERE seq = @seq`,
    ).run({ seq, ...timesOf(clock) });
  }

  /** Notes that open operations may have been sent from another copy as late as now. */
  markSentElsewhere(clock: Pick<Clock, 'monotonicMs'>): void {
    prepared(this.#db, `UPDATE operation SET sent_steady = ? WHERE state NOT IN ${ENDED}`).run(
      steadyOf(clock),
    );
  }

  /** Notes that a file of this operation is being uploaded; no request for the record was sent. */
  markUploading(seq: number, now: number): void {
    prepared(
      this.#db,
      "UPDATE operation SET state = 'sending', reason = NULL, updated_at = ? WHERE seq = ?",
    ).run(now, seq);
  }

  /** Takes back the count of an attempt that certainly had no effect. */
  uncountAttempt(seq: number): void {
    prepared(this.#db, 'UPDATE operation SET attempts = max(0, attempts - 1) WHERE seq = ?').run(
      seq,
    );
  }

  countUnknown(seq: number): void {
    prepared(this.#db, 'UPDATE operation SET unknowns = unknowns + 1 WHERE seq = ?').run(seq);
  }

  setForm(seq: number, form: number): void {
    prepared(this.#db, 'UPDATE operation SET form = ? WHERE seq = ?').run(form, seq);
  }

  /** Resets the retry limits for a new attempt of the user. */
  resetBudget(seq: number): void {
    prepared(this.#db, 'UPDATE operation SET unknowns = 0, form = 0 WHERE seq = ?').run(seq);
  }

  needsOf(seq: number): readonly StoredOperation[] {
    return this.#many(
      'WHERE seq IN (SELECT needs FROM dependency WHERE seq = ?) ORDER BY seq',
      seq,
    );
  }

  dependentsOf(seq: number): readonly StoredOperation[] {
    return this.#many(
      'WHERE seq IN (SELECT seq FROM dependency WHERE needs = ?) ORDER BY seq',
      seq,
    );
  }

  /** Makes an operation depend on an earlier one. */
  need(seq: number, needed: number): void {
    const link = 'INSERT OR IGNORE INTO dependency(seq, needs) VALUES (?, ?)';
    prepared(this.#db, link).run(seq, needed);
  }

  /** Removes the dependencies of an operation on discarded ones; keeps all others. */
  forgetDiscarded(seq: number): void {
    prepared(
      this.#db,
      `DELETE FROM dependency WHERE seq = ?
         AND needs IN (SELECT seq FROM operation WHERE state = 'discarded')`,
    ).run(seq);
  }

  /** Removes all dependencies on an operation; returns its former dependents. */
  forgetNeed(seq: number): readonly StoredOperation[] {
    const waiting = this.dependentsOf(seq);
    prepared(this.#db, 'DELETE FROM dependency WHERE needs = ?').run(seq);
    return waiting;
  }
}

function timesOf(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
  return { now: clock.now(), steady: steadyOf(clock) };
}

/**
 * Returns the monotonic time, rounded down so that it is never later than now.
 *
 * A stored time later than now is then from before a restart of the computer.
 */
function steadyOf(clock: Pick<Clock, 'monotonicMs'>): number {
  return Math.floor(clock.monotonicMs());
}

function textOf(value: Reason | Conflict | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
