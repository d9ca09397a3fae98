import { groupLabel, groupSchema } from '#contract/changesets/groups.ts';
import type { Group, GroupLabel } from '#contract/changesets/groups.ts';
import { actionSchema, fieldChange } from '#contract/operations.ts';
import type { Action } from '#contract/operations.ts';
import type { Json } from '#contract/json.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { isGroupOfService, isOfService } from './batchesOfService.ts';
import { ENDED } from './stateSql.ts';
import { jsonText, oneNumber, readableRows } from './cells.ts';

const idList = z.array(z.string());
/** One id is stored as it is, several as a JSON list. */
const undoneIds = z
  .string()
  .nullable()
  .transform((text): readonly string[] => {
    if (text === null) return [];
    return text.startsWith('[') ? idList.parse(JSON.parse(text)) : [text];
  });

function undoneText(ids: readonly string[]): string | null {
  return ids.length > 1 ? JSON.stringify(ids) : (ids[0] ?? null);
}

const groupRow = z.object({
  id: z.string(),
  label: jsonText(groupLabel),
  state: groupSchema.shape.state,
  plan: z.string().nullable(),
  cursor: z.number(),
  /** The batches that this one takes back. */
  undoes: undoneIds,
  createdAt: z.number(),
});
const sentGroupRow = groupRow.extend({ sent: z.number().transform((sent) => sent === 1) });
const openItems = z.array(z.object({ operation: z.string(), group: z.string() }));
/** A stored batch; `plan` and `cursor` say how much of it is queued. */
export type StoredBatch = z.infer<typeof groupRow>;

const itemRow = z.object({
  number: z.number(),
  eid: z.string(),
  action: actionSchema,
  operation: z.string().nullable(),
  changes: jsonText(z.array(fieldChange)),
  ended: jsonText(z.array(z.number())).nullable(),
});
const endedList = itemRow.shape.ended;
/** The changes of one record in a batch: values before and after, parts under dotted names. */
export type GroupItem = z.infer<typeof itemRow>;

export interface NewItem {
  readonly eid: string;
  readonly action: Action;
  readonly operation: string | null;
  readonly changes: Readonly<GroupItem['changes']>;
  readonly ended: readonly number[];
  /**
   * The id of the deleted record that a creation recreates; the first one if that record was itself
   * recreated.
   */
  readonly again?: string | undefined;
}

const COLUMNS = 'id, label, state, plan, cursor, undoes, created_at AS createdAt';

/** SQL for a settled conflict whose operation was sent since. Undo of the sent change covers it. */
const SENT_DECISION = `label ->> '$.code' = 'decide' AND EXISTS (
  SELECT 1 FROM group_item i JOIN decision d ON d.item = i.number, json_each(d.body, '$.rows') r
    JOIN operation o ON o.seq = r.value ->> '$.after.seq'
  WHERE i.group_id = change_group.id AND r.value ->> '$.table' = 'operation'
    AND o.sent_at IS NOT r.value ->> '$.after.sent_at')`;

/** SQL for the batches that Undo can take back. A batch of Undo itself is not one of them. */
const UNDOABLE = `state = 'queued' AND label ->> '$.code' <> 'undo' AND ${isGroupOfService}
  AND NOT (${SENT_DECISION})`;

/** SQL for the first batch of the user action that a batch belongs to. */
const ACTION = 'coalesce(bundle, id)';

/** Stores batches, so that they can be named and taken back. */
export class BatchStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  get(id: string): StoredBatch | null {
    return this.#one('WHERE id = ?', id);
  }

  /** Returns whether a batch belongs to the profile's current service. */
  isOfService(id: string): boolean {
    return isOfService(this.#db, id);
  }

  /** Returns the newest batch that Undo can take back. */
  newest(): StoredBatch | null {
    return this.#one(`WHERE ${UNDOABLE} ORDER BY number DESC LIMIT 1`);
  }

  queueing(): StoredBatch[] {
    const rows = prepared(
      this.#db,
      `SELECT ${COLUMNS} FROM change_group WHERE state = 'queueing' ORDER BY number`,
    ).all();
    return rows.map((row) => groupRow.parse(row));
  }

  /** Returns the batch of a changeset that is partly queued; null if there is none. */
  begunOf(plan: string): StoredBatch | null {
    return this.queueing().find((group) => group.plan === plan) ?? null;
  }

  /** Returns the batches of every open operation, by operation id. */
  ofOpen(): ReadonlyMap<string, readonly StoredBatch[]> {
    const rows = openItems.parse(
      prepared(
        this.#db,
        `SELECT DISTINCT i.operation, i.group_id AS "group"
           FROM group_item i JOIN operation o ON o.id = i.operation
           WHERE o.state NOT IN ${ENDED} ORDER BY i.number`,
      ).all(),
    );
    const known = new Map(rows.map(({ group }) => [group, this.get(group)]));
    const found = new Map<string, StoredBatch[]>();
    for (const { operation, group } of rows) {
      const stored = known.get(group) ?? null;
      if (stored !== null) found.set(operation, [...(found.get(operation) ?? []), stored]);
    }
    return found;
  }

  #one(where: string, ...values: readonly string[]): StoredBatch | null {
    const row = prepared(this.#db, `SELECT ${COLUMNS} FROM change_group ${where}`).get(...values);
    return row === undefined ? null : groupRow.parse(row);
  }

  /** Returns batches, newest first; only those with the given ids if there are any. */
  list(limit: number, ids?: readonly string[]): Group[] {
    if (ids === undefined) return this.#seen('', limit);
    return this.#seen('WHERE id IN (SELECT value FROM json_each(@ids))', limit, ids);
  }

  /**
   * Returns the batch that Undo takes back next, without the given ids.
   *
   * The user knows that these cannot be taken back.
   */
  nextUndo(except: readonly string[]): Group | null {
    const where = `WHERE ${UNDOABLE} AND ${ACTION} NOT IN
      (SELECT ${ACTION} FROM change_group WHERE id IN (SELECT value FROM json_each(@ids)))`;
    const [next = null] = this.#seen(where, 1, except);
    const count = next === null ? 1 : this.bundleOf(next.id).length;
    if (next === null || count < 2) return next;
    return { ...next, label: { ...next.label, count, params: {} } };
  }

  /** Returns the queued batches of the same user action, newest first. */
  bundleOf(id: string): readonly string[] {
    const rows = prepared(
      this.#db,
      `WITH first(id) AS (SELECT ${ACTION} FROM change_group WHERE id = ?)
       SELECT id FROM change_group WHERE state = 'queued' AND
         (id = (SELECT id FROM first) OR bundle = (SELECT id FROM first)) ORDER BY number DESC`,
    ).pluck();
    return idList.parse(rows.all(id));
  }

  /** Returns the newest batch if it is an undo, which Redo repeats; null otherwise. */
  nextRedo(): Group | null {
    const [newest] = this.#seen(`WHERE state = 'queued' AND ${isGroupOfService}`, 1);
    return newest?.label.code === 'undo' ? newest : null;
  }

  #seen(where: string, limit: number, ids: readonly string[] = []): Group[] {
    const rows = prepared(
      this.#db,
      `SELECT ${COLUMNS}, EXISTS (SELECT 1 FROM group_item i JOIN operation o ON o.id = i.operation
           WHERE i.group_id = change_group.id AND o.sent_at IS NOT NULL) AS sent
         FROM change_group ${where} ORDER BY number DESC LIMIT @limit`,
    ).all({ limit, ids: JSON.stringify(ids) });
    return readableRows(sentGroupRow, rows).map(({ id, label, state, createdAt, sent }) => ({
      id,
      label,
      state,
      createdAt,
      sent,
    }));
  }

  /** Stores a new batch; `bundle` is the first batch of the same user action. */
  insert(group: Omit<StoredBatch, 'cursor'>, bundle: string | null = null): void {
    prepared(
      this.#db,
      `INSERT INTO change_group(id, label, state, plan, undoes, created_at, bundle)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      group.id,
      JSON.stringify(group.label),
      group.state,
      group.plan,
      undoneText(group.undoes),
      group.createdAt,
      bundle,
    );
  }

  advance(id: string, cursor: number): void {
    prepared(this.#db, 'UPDATE change_group SET cursor = ? WHERE id = ?').run(cursor, id);
  }

  /**
   * Marks a batch as completely queued; returns the number of its records.
   *
   * An empty batch is deleted.
   */
  finish(id: string, label: GroupLabel): number {
    const count = this.count(id);
    if (count === 0) prepared(this.#db, 'DELETE FROM change_group WHERE id = ?').run(id);
    else
      prepared(
        this.#db,
        "UPDATE change_group SET state = 'queued', plan = NULL, label = ? WHERE id = ?",
      ).run(JSON.stringify({ ...label, count }), id);
    return count;
  }

  setState(id: string, state: StoredBatch['state']): void {
    prepared(this.#db, 'UPDATE change_group SET state = ? WHERE id = ?').run(state, id);
  }

  count(id: string): number {
    const count = prepared(
      this.#db,
      'SELECT count(DISTINCT eid) FROM group_item WHERE group_id = ?',
    ).pluck();
    return oneNumber.parse(count.get(id));
  }

  /** Adds the changes of one record to a batch; returns the item's number. */
  addItem(group: string, item: NewItem): number {
    const { lastInsertRowid } = prepared(
      this.#db,
      'INSERT INTO group_item(group_id, eid, action, operation, changes, ended, again) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(
      group,
      item.eid,
      item.action,
      item.operation,
      JSON.stringify(item.changes),
      item.ended.length === 0 ? null : JSON.stringify(item.ended),
      item.again ?? null,
    );
    return Number(lastInsertRowid);
  }

  /** Moves the items of an operation to another entity of the same record. */
  handOver(operation: string, eid: string): void {
    prepared(this.#db, 'UPDATE group_item SET eid = ? WHERE operation = ?').run(eid, operation);
  }

  /** Replaces the before-values of an operation, which Undo restores. */
  standOn(
    operation: string,
    valueOf: (field: string) => { readonly value: Json | null } | null,
  ): void {
    const rows = prepared(
      this.#db,
      `SELECT number, eid, action, operation, changes, ended FROM group_item
         WHERE operation = ? ORDER BY number`,
    ).all(operation);
    const seen = new Set<string>();
    for (const { number, changes } of rows.map((row) => itemRow.parse(row))) {
      // If a field was changed twice, only its first change gets the new before-value.
      const now = changes.map((each) => {
        const other = seen.has(each.field) ? null : valueOf(each.field);
        return other === null ? each : { ...each, before: other.value };
      });
      for (const { field } of changes) seen.add(field);
      prepared(this.#db, 'UPDATE group_item SET changes = ? WHERE number = ?').run(
        JSON.stringify(now),
        number,
      );
    }
  }

  /** Notes one more operation that a removal replaces. */
  addEnded(removal: string, seq: number): void {
    prepared(
      this.#db,
      `UPDATE group_item SET ended = json_insert(coalesce(ended, '[]'), '$[#]', CAST(? AS INTEGER)) WHERE number =
         (SELECT max(number) FROM group_item WHERE operation = ? AND action = 'remove')`,
    ).run(seq, removal);
  }

  /** Returns the sequence numbers of the operations that a removal replaced. */
  endedBy(removal: string): readonly number[] {
    const ended = prepared(
      this.#db,
      `SELECT ended FROM group_item WHERE operation = ? AND action = 'remove'
         ORDER BY number DESC LIMIT 1`,
    ).pluck();
    return endedList.parse(ended.get(removal) ?? null) ?? [];
  }

  /** Returns the next items of a batch, last first, in the order in which they are taken back. */
  itemsBefore(group: string, number: number, limit: number): GroupItem[] {
    const rows = prepared(
      this.#db,
      `SELECT number, eid, action, operation, changes, ended FROM group_item
         WHERE group_id = ? AND number < ? ORDER BY number DESC LIMIT ?`,
    ).all(group, number, limit);
    return rows.map((row) => itemRow.parse(row));
  }
}
