import { z } from '#contract/zod.ts';
import { jsonText, numberOrNull, oneNumber } from './cells.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** The tables that a decision changes, in the order in which their rows are restored. */
export const DECIDED_TABLES = [
  'entity',
  'operation',
  'dependency',
  'upload',
  'restored',
  'group_item',
  'change_group',
] as const;
export type DecidedTable = (typeof DECIDED_TABLES)[number];

/** A row as the database holds it. */
export const rawRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type RawRow = z.infer<typeof rawRow>;

/** One row before and after a decision; null if it did not exist. */
const rowChange = z.object({
  table: z.enum(DECIDED_TABLES),
  before: rawRow.nullable(),
  after: rawRow.nullable(),
});
export type RowChange = z.infer<typeof rowChange>;

/** The rows of the outbox that a decision about one operation changed. */
export const decisionSchema = z.object({
  /** The local ids of the records that the decision concerns. */
  eids: z.array(z.string()),
  /**
   * The newest operation at that time. A newer operation of these records was made after the
   * decision.
   */
  last: z.number(),
  rows: z.array(rowChange),
});
export type Decision = z.infer<typeof decisionSchema>;

const storedDecision = jsonText(decisionSchema);

/** Stores decisions by the item of their batch. */
export class DecisionStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  add(item: number, decision: Decision): void {
    prepared(this.#db, 'INSERT INTO decision(item, body) VALUES (?, ?)').run(
      item,
      JSON.stringify(decision),
    );
  }

  of(item: number): Decision | null {
    const body = prepared(this.#db, 'SELECT body FROM decision WHERE item = ?').pluck().get(item);
    return body === undefined ? null : storedDecision.parse(body);
  }

  /**
   * Returns the highest numbers of operations, entities and batches.
   *
   * Rows that a decision creates have higher numbers.
   */
  newest(): { readonly operation: number; readonly entity: number; readonly group: number } {
    const top = (column: string, table: string) =>
      numberOrNull.parse(prepared(this.#db, `SELECT max(${column}) FROM ${table}`).pluck().get()) ??
      0;
    return {
      operation: top('seq', 'operation'),
      entity: top('number', 'entity'),
      group: top('number', 'change_group'),
    };
  }

  /** Returns the local ids of entities with a higher number. */
  eidsAfter(entity: number): string[] {
    const rows = prepared(this.#db, 'SELECT eid FROM entity WHERE number > ?').pluck();
    return z.array(z.string()).parse(rows.all(entity));
  }

  /** Returns the rows of these records in one table. */
  rows(table: DecidedTable, eids: readonly string[], group: number): RawRow[] {
    const rows = prepared(this.#db, SELECTS[table]).all({ eids: JSON.stringify(eids), group });
    return z.array(rawRow).parse(rows);
  }

  /** Returns the current row with the key of the given one; null if there is none. */
  now(table: DecidedTable, row: RawRow): RawRow | null {
    const found = prepared(this.#db, `SELECT * FROM ${table} WHERE ${keyOf(table)}`).get(row);
    return found === undefined ? null : rawRow.parse(found);
  }

  put(table: DecidedTable, row: RawRow): void {
    const columns = Object.keys(row);
    const values = columns.map((name) => `@${name}`).join(', ');
    const changes = columns.map((name) => `${name} = @${name}`).join(', ');
    const changed = prepared(this.#db, `UPDATE ${table} SET ${changes} WHERE ${keyOf(table)}`);
    if (changed.run(row).changes > 0) return;
    prepared(this.#db, `INSERT INTO ${table}(${columns.join(', ')}) VALUES (${values})`).run(row);
  }

  remove(table: DecidedTable, row: RawRow): void {
    prepared(this.#db, `DELETE FROM ${table} WHERE ${keyOf(table)}`).run(row);
  }

  /** Returns whether the staged file of an upload still exists. */
  isStaged(file: string): boolean {
    const count = prepared(this.#db, 'SELECT count(*) FROM staged WHERE file = ?').pluck();
    return oneNumber.parse(count.get(file)) > 0;
  }
}

const EIDS = '(SELECT value FROM json_each(@eids))';
const SEQS = `(SELECT seq FROM operation WHERE eid IN ${EIDS})`;
const SELECTS: Readonly<Record<DecidedTable, string>> = {
  entity: `SELECT * FROM entity WHERE eid IN ${EIDS}`,
  operation: `SELECT * FROM operation WHERE eid IN ${EIDS}`,
  dependency: `SELECT * FROM dependency WHERE (seq IN ${SEQS} OR needs IN ${SEQS})`,
  upload: `SELECT * FROM upload WHERE seq IN ${SEQS}`,
  restored: `SELECT * FROM restored WHERE seq IN ${SEQS}`,
  group_item: `SELECT * FROM group_item WHERE eid IN ${EIDS}`,
  change_group: 'SELECT * FROM change_group WHERE number > @group',
};

const KEYS: Readonly<Record<DecidedTable, readonly string[]>> = {
  entity: ['eid'],
  operation: ['seq'],
  dependency: ['seq', 'needs'],
  upload: ['seq', 'file'],
  restored: ['seq'],
  group_item: ['number'],
  change_group: ['number'],
};

function keyOf(table: DecidedTable): string {
  return KEYS[table].map((name) => `${name} = @${name}`).join(' AND ');
}

/** Returns a name of a row from its table and key. */
export function nameOfRow(table: DecidedTable, row: RawRow): string {
  return JSON.stringify([table, ...KEYS[table].map((name) => row[name] ?? null)]);
}
