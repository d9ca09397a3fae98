import { issue } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { groupLabel } from '#contract/plans/groups.ts';
import type { GroupLabel } from '#contract/plans/groups.ts';
import { outcomeSchema, planCounts } from '#contract/plans/plan.ts';
import type { Outcome, Plan, PlanCounts, PlanRow } from '#contract/plans/plan.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Disk, Files } from '../platform/disk.ts';
import { isSound, openWriter, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { fileOf, removeFile } from './changesetFiles.ts';
import { viewOf, storedRow } from './rowView.ts';
import { COLUMNS, LATER_TABLES, OWN_COLUMNS, SCHEMA, WARNED } from './changesetTables.ts';
import { jsonText, numberOrNull, oneNumber, texts } from '../store/cells.ts';
import type { StoredRow } from './rowView.ts';
const keptCell = z.union([z.string(), z.number()]);
/** A cell as it stood in a sheet: its text, or the number that a workbook held. */
export type KeptCell = z.infer<typeof keptCell>;
const rejectRow = z.object({
  row: z.number(),
  issues: jsonText(z.array(issue)),
  cells: jsonText(z.array(keptCell)).nullable(),
});
const outcomeCounts = z.array(z.object({ outcome: outcomeSchema, n: z.number() }));
const tickedCounts = z.object({ ticked: z.number(), partly: z.number(), warned: z.number() });
const labelText = jsonText(groupLabel);
const recordText = jsonText(jsonObject).nullable();
export type NewRow = Omit<StoredRow, 'ticked' | 'issues' | 'warnings' | 'asks'> & {
  readonly issues: readonly Issue[];
  readonly warnings?: readonly Issue[];
  /** A person must tick the row. */
  readonly asks?: boolean;
  /** The row's cells as they stood, for the file of rejects. */
  readonly cells?: readonly KeptCell[];
  /** The group that the row takes back. */
  readonly group?: string;
};

/** Gives the whole record as it is shown where a row must find it so when it is queued; null for every other row. */
export type LookAt = (row: NewRow) => JsonObject | null;

const NOTHING: LookAt = () => null;

/** Of these alone something can come; of the first two it does unless a person says no. */
const QUEUEABLE: ReadonlySet<Outcome> = new Set<Outcome>(['new', 'changed', 'kept']);
const LIST = "('new', 'changed', 'kept')";
/** Wrong from the start, a row has no work. */
const LEFT_OUT = "outcome = 'error' AND work IS NOT NULL";

/** A plan on disk: rows that nobody has written anywhere else yet. */
export class ChangesetStore {
  readonly id;
  readonly kind: Kind;
  readonly db: Db;
  readonly #files;
  readonly #lookAt;
  readonly #insert;
  readonly #rowOf;
  #label;
  #state: Plan['state'] = 'running';

  private constructor(files: Files, id: string, label: GroupLabel, db: Db, lookAt = NOTHING) {
    this.#files = files;
    this.#lookAt = lookAt;
    this.id = id;
    this.kind = label.kind;
    this.#label = label;
    this.db = db;
    db.exec(LATER_TABLES);
    this.#insert = db.prepare(
      `INSERT INTO row(${OWN_COLUMNS}, cells) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#rowOf = db
      .prepare(
        `SELECT min(row) FROM (SELECT row FROM row WHERE key = @key
         UNION ALL SELECT row FROM row WHERE ref = @ref)`,
      )
      .pluck();
  }

  /** Begins a plan in its own file. */
  static begin(
    disk: Disk,
    folder: string,
    id: string,
    label: GroupLabel,
    lookAt: LookAt = NOTHING,
  ): ChangesetStore {
    disk.files.mkdirSync(folder, { recursive: true });
    const file = fileOf(folder, id);
    removeFile(disk.files, file);
    const db = openWriter(disk, file, 'normal');
    db.exec(SCHEMA);
    db.pragma('wal_autocheckpoint = 400');
    const plan = new ChangesetStore(disk.files, id, label, db, lookAt);
    plan.#setMeta('label', JSON.stringify(label));
    return plan;
  }

  /** Opens a plan that was being queued when Cabinet ended; null when its file is gone or damaged. */
  static reopen(disk: Disk, folder: string, id: string): ChangesetStore | null {
    const file = fileOf(folder, id);
    if (!isSound(disk, file)) return null;
    const db = openWriter(disk, file, 'full');
    try {
      const text = db.prepare("SELECT value FROM meta WHERE key = 'label'").pluck().get();
      return new ChangesetStore(disk.files, id, labelText.parse(text), db);
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }

  #setMeta(key: string, value: string): void {
    this.db.prepare('INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)').run(key, value);
  }

  get label(): GroupLabel {
    return this.#label;
  }

  get state(): Plan['state'] {
    return this.#state;
  }

  setState(state: Plan['state']): void {
    this.#state = state;
  }

  setLabel(label: GroupLabel): void {
    this.#label = label;
    this.#setMeta('label', JSON.stringify(label));
  }

  /** Makes everything written so far outlive a power cut. */
  settle(): void {
    this.db.pragma('synchronous = FULL');
    this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  addAll(rows: readonly NewRow[]): void {
    transact(this.db, () => {
      for (const row of rows) this.#add(row);
    });
  }

  #add(row: NewRow): void {
    const ticked = (row.outcome === 'new' || row.outcome === 'changed') && row.asks !== true;
    this.#insert.run(
      row.row,
      row.outcome,
      row.action,
      ticked ? 1 : 0,
      row.ref,
      row.key,
      row.title,
      JSON.stringify(row.changes),
      JSON.stringify(row.files),
      JSON.stringify(row.issues),
      row.work === null ? null : JSON.stringify(row.work),
      row.cells === undefined ? null : JSON.stringify(row.cells),
    );
    if (row.group !== undefined)
      this.db.prepare('INSERT INTO origin(row, grp) VALUES (?, ?)').run(row.row, row.group);
    if (row.kind !== undefined)
      this.db.prepare('INSERT INTO row_kind(row, kind) VALUES (?, ?)').run(row.row, row.kind);
    if (row.warnings !== undefined && row.warnings.length > 0)
      this.db
        .prepare('INSERT INTO warning(row, issues, asks) VALUES (?, ?, ?)')
        .run(row.row, JSON.stringify(row.warnings), row.asks === true ? 1 : 0);
    const record = this.#lookAt(row);
    if (record !== null)
      this.db
        .prepare('INSERT INTO seen(row, record) VALUES (?, ?)')
        .run(row.row, JSON.stringify(record));
  }

  /** The record of a row as it was shown when the row was made, where it was kept. */
  seen(row: number): JsonObject | null {
    const text = this.db.prepare('SELECT record FROM seen WHERE row = ?').pluck().get(row);
    return recordText.parse(text ?? null);
  }

  /** The row, if any, that already names this record or this code. */
  rowOf(ref: string | null, key: string | null): number | null {
    return numberOrNull.parse(this.#rowOf.get({ key, ref }));
  }

  /** Turns a row into one of which nothing can come. */
  fail(row: number, issues: StoredRow['issues']): void {
    this.db
      .prepare(
        "UPDATE row SET outcome = 'error', ticked = 0, work = NULL, issues = ? WHERE row = ?",
      )
      .run(JSON.stringify(issues), row);
  }

  /** Turns a row that could not be queued as it was shown into one with an error; its work tells it from the others. */
  leaveOut(row: number, issues: readonly Issue[]): void {
    this.db
      .prepare("UPDATE row SET outcome = 'error', ticked = 0, issues = ? WHERE row = ?")
      .run(JSON.stringify(issues), row);
  }

  /**
   * Of the groups that a plan takes back, once it was queued, those that are over: something of them was queued, or
   * nothing was there to take back. Of the others every row stays as it is.
   */
  takenBack(groups: readonly string[]): readonly string[] {
    return texts.parse(
      this.db
        .prepare(
          `SELECT value FROM json_each(?) AS g
           WHERE NOT EXISTS (SELECT 1 FROM origin o WHERE o.grp = g.value)
             OR EXISTS (SELECT 1 FROM origin o JOIN row r ON r.row = o.row
               WHERE o.grp = g.value AND r.ticked = 1)`,
        )
        .pluck()
        .all(JSON.stringify(groups)),
    );
  }

  /** How many rows were left out, also before an end or a full disk cut the queueing short. */
  leftOut(): number {
    const count = this.db.prepare(`SELECT count(*) FROM row WHERE ${LEFT_OUT}`).pluck();
    return oneNumber.parse(count.get());
  }

  /** The first rows that were left out. */
  firstLeftOut(limit: number): StoredRow[] {
    return this.db
      .prepare(`SELECT ${COLUMNS} FROM row WHERE ${LEFT_OUT} ORDER BY row LIMIT ?`)
      .all(limit)
      .map((each) => storedRow.parse(each));
  }

  get(row: number): StoredRow | null {
    const found = this.db.prepare(`SELECT ${COLUMNS} FROM row WHERE row = ?`).get(row);
    return found === undefined ? null : storedRow.parse(found);
  }

  page(filter: {
    readonly outcomes?: readonly Outcome[] | undefined;
    readonly warned?: boolean | undefined;
    readonly offset: number;
    readonly limit: number;
  }): { total: number; rows: PlanRow[] } {
    const outcomes = JSON.stringify(filter.outcomes ?? outcomeSchema.options);
    const only = filter.warned === true ? ` AND ${WARNED}` : '';
    const where = `WHERE outcome IN (SELECT value FROM json_each(?))${only}`;
    const rows = this.db
      .prepare(`SELECT ${COLUMNS} FROM row ${where} ORDER BY row.row LIMIT ? OFFSET ?`)
      .all(outcomes, filter.limit, filter.offset)
      .map((row) => viewOf(storedRow.parse(row)));
    const total = this.db.prepare(`SELECT count(*) FROM row ${where}`).pluck().get(outcomes);
    return { total: oneNumber.parse(total), rows };
  }

  tick(ticked: boolean, rows: readonly number[] | undefined, outcomes: readonly Outcome[]): void {
    // What asks is ticked by itself alone.
    const unasked = ticked ? 'AND row NOT IN (SELECT row FROM warning WHERE asks = 1)' : '';
    const chosen = rows === undefined ? unasked : 'AND row IN (SELECT value FROM json_each(@rows))';
    this.db
      .prepare(
        `UPDATE row SET ticked = @ticked WHERE outcome IN ${LIST}
         AND outcome IN (SELECT value FROM json_each(@outcomes)) ${chosen}`,
      )
      .run({
        ticked: ticked ? 1 : 0,
        outcomes: JSON.stringify(outcomes.filter((each) => QUEUEABLE.has(each))),
        ...(rows === undefined ? {} : { rows: JSON.stringify(rows) }),
      });
  }

  /** The next ticked rows behind a number, with their work. */
  tickedAfter(row: number, limit: number): StoredRow[] {
    return this.db
      .prepare(`SELECT ${COLUMNS} FROM row WHERE ticked = 1 AND row > ? ORDER BY row LIMIT ?`)
      .all(row, limit)
      .map((each) => storedRow.parse(each));
  }

  /** The rows with errors and their cells, a page at a time. */
  rejectsAfter(row: number, limit: number) {
    return this.db
      .prepare(
        "SELECT row, issues, cells FROM row WHERE outcome = 'error' AND row > ? ORDER BY row LIMIT ?",
      )
      .all(row, limit)
      .map((each) => rejectRow.parse(each));
  }

  counts(): PlanCounts {
    const rows = outcomeCounts.parse(
      this.db.prepare('SELECT outcome, count(*) AS n FROM row GROUP BY outcome').all(),
    );
    const found = new Map(rows.map(({ outcome, n }) => [outcome, n]));
    const more = this.db
      .prepare(
        `SELECT coalesce(sum(ticked), 0) AS ticked,
           coalesce(sum(outcome IN ${LIST} AND issues <> '[]'), 0) AS partly,
           coalesce(sum(${WARNED}), 0) AS warned FROM row`,
      )
      .get();
    const each = Object.fromEntries(
      outcomeSchema.options.map((name) => [name, found.get(name) ?? 0]),
    );
    return planCounts.parse({
      ...each,
      ...tickedCounts.parse(more),
    });
  }

  view(): Plan {
    const { id: plan, kind, label, state } = this;
    return { plan, kind, label, state, counts: this.counts() };
  }

  /** Forgets the plan: its file goes too. */
  close(): void {
    const file = this.db.name;
    this.db.close();
    removeFile(this.#files, file);
  }

  /** Lets the file go and keeps it, for a plan that is being queued. */
  leave(): void {
    if (this.db.open) this.db.close();
  }
}
