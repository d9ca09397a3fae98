import { issue } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { groupLabel } from '#contract/changesets/groups.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import { outcomeSchema, changesetCounts } from '#contract/changesets/changeset.ts';
import type {
  Outcome,
  Changeset,
  ChangesetCounts,
  ChangesetRow,
} from '#contract/changesets/changeset.ts';
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
/** The value of a sheet's cell: its text, or the number of a workbook cell. */
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
  /** The user must tick the row. */
  readonly asks?: boolean;
  /** The row's original cells, for the file of rejected rows. */
  readonly cells?: readonly KeptCell[];
  /** The batch that the row undoes. */
  readonly group?: string;
};

/**
 * Returns the whole shown record that a row needs unchanged at queueing.
 *
 * Returns null for rows without this need: only a removal affects the whole record.
 */
export type LookAt = (row: NewRow) => JsonObject | null;

const NOTHING: LookAt = () => null;

/** Outcomes that can be queued; `new` and `changed` rows are ticked by default. */
const QUEUEABLE: ReadonlySet<Outcome> = new Set<Outcome>(['new', 'changed', 'kept']);
const LIST = "('new', 'changed', 'kept')";
/** Matches rows left out while queueing; rows that were invalid from the start have no work. */
const LEFT_OUT = "outcome = 'error' AND work IS NOT NULL";

/** A changeset on disk: rows of a preview before they are queued. */
export class ChangesetStore {
  readonly id;
  readonly kind: Kind;
  readonly db: Db;
  readonly #files;
  readonly #lookAt;
  readonly #insert;
  readonly #rowOf;
  #label;
  #state: Changeset['state'] = 'running';

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
        // Each smallest row is read from an index: thousands of rows may have one code.
        `SELECT min(row) FROM (SELECT min(row) AS row FROM row WHERE key = @key
         UNION ALL SELECT min(row) FROM row WHERE ref = @ref)`,
      )
      .pluck();
  }

  /** Creates a changeset in its own file. */
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

  /**
   * Reopens a changeset whose queueing was interrupted.
   *
   * Returns null when its file is missing or damaged.
   */
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

  get state(): Changeset['state'] {
    return this.#state;
  }

  setState(state: Changeset['state']): void {
    this.#state = state;
  }

  setLabel(label: GroupLabel): void {
    this.#label = label;
    this.#setMeta('label', JSON.stringify(label));
  }

  /** Makes all rows written so far survive a power loss. */
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

  /**
   * Returns the record as it was shown when the row was made, or null.
   *
   * Only rows that remove a record keep it.
   */
  seen(row: number): JsonObject | null {
    const text = this.db.prepare('SELECT record FROM seen WHERE row = ?').pluck().get(row);
    return recordText.parse(text ?? null);
  }

  /** Returns the number of the first row with this record or this code. */
  rowOf(ref: string | null, key: string | null): number | null {
    return numberOrNull.parse(this.#rowOf.get({ key, ref }));
  }

  /** Turns a row into an error without work, so it cannot be queued. */
  fail(row: number, issues: StoredRow['issues']): void {
    this.db
      .prepare(
        "UPDATE row SET outcome = 'error', ticked = 0, work = NULL, issues = ? WHERE row = ?",
      )
      .run(JSON.stringify(issues), row);
  }

  /** Adds a warning to a row, which a person must then tick. */
  warn(row: number, issue: Issue): void {
    this.db
      .prepare(
        `INSERT INTO warning(row, issues, asks) VALUES (@row, json_array(json(@issue)), 1)
         ON CONFLICT(row) DO UPDATE SET issues = json_insert(issues, '$[#]', json(@issue)), asks = 1`,
      )
      .run({ row, issue: JSON.stringify(issue) });
    this.db.prepare('UPDATE row SET ticked = 0 WHERE row = ?').run(row);
  }

  /**
   * Marks a row that could not be queued as shown as an error.
   *
   * Its work stays, which distinguishes it from rows that were invalid from the start.
   */
  leaveOut(row: number, issues: readonly Issue[]): void {
    this.db
      .prepare("UPDATE row SET outcome = 'error', ticked = 0, issues = ? WHERE row = ?")
      .run(JSON.stringify(issues), row);
  }

  /**
   * Returns the undone batches among `groups`, after the changeset was queued.
   *
   * A batch is undone when one of its rows was queued, or when it had no row to undo. The other
   * batches keep their state.
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

  /**
   * Returns the number of rows that were left out.
   *
   * Rows left out before an interruption or a full disk are counted too.
   */
  leftOut(): number {
    const count = this.db.prepare(`SELECT count(*) FROM row WHERE ${LEFT_OUT}`).pluck();
    return oneNumber.parse(count.get());
  }

  /** Returns the first rows that were left out. */
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
  }): { total: number; rows: ChangesetRow[] } {
    const outcomes = JSON.stringify(filter.outcomes ?? outcomeSchema.options);
    const only = filter.warned === true ? ` AND ${WARNED}` : '';
    const where = `WHERE outcome IN (SELECT value FROM json_each(?))${only}`;
    const rows: ChangesetRow[] = [];
    const found = this.db
      .prepare(`SELECT ${COLUMNS} FROM row ${where} ORDER BY row.row LIMIT ? OFFSET ?`)
      .iterate(outcomes, filter.limit, filter.offset);
    // One row at a time: a row of a foreign sheet may have megabytes.
    for (const row of found) rows.push(viewOf(storedRow.parse(row)));
    const total = this.db.prepare(`SELECT count(*) FROM row ${where}`).pluck().get(outcomes);
    return { total: oneNumber.parse(total), rows };
  }

  tick(ticked: boolean, rows: readonly number[] | undefined, outcomes: readonly Outcome[]): void {
    // A row that asks must be ticked by its own number.
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

  /** Returns the next ticked rows after `row`, with their work. */
  tickedAfter(row: number, limit: number): StoredRow[] {
    return this.db
      .prepare(`SELECT ${COLUMNS} FROM row WHERE ticked = 1 AND row > ? ORDER BY row LIMIT ?`)
      .all(row, limit)
      .map((each) => storedRow.parse(each));
  }

  /** Returns one page of the error rows after `row`, with their cells. */
  rejectsAfter(row: number, limit: number) {
    return this.db
      .prepare(
        "SELECT row, issues, cells FROM row WHERE outcome = 'error' AND row > ? ORDER BY row LIMIT ?",
      )
      .all(row, limit)
      .map((each) => rejectRow.parse(each));
  }

  counts(): ChangesetCounts {
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
    return changesetCounts.parse({
      ...each,
      ...tickedCounts.parse(more),
    });
  }

  view(): Changeset {
    const { id: plan, kind, label, state } = this;
    return { plan, kind, label, state, counts: this.counts() };
  }

  /** Closes the changeset and removes its file. */
  close(): void {
    const file = this.db.name;
    this.db.close();
    removeFile(this.#files, file);
  }

  /** Closes the file and keeps it, for a changeset that is being queued. */
  leave(): void {
    if (this.db.open) this.db.close();
  }
}
