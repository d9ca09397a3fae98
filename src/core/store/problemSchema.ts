import { RULE_NAMES } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** SQL for the rank of a rule. A stored rank would be that of the rule list at the time. */
const RULE_ORDER = `CASE rule ${RULE_NAMES.map((rule, at) => `WHEN '${rule}' THEN ${at}`).join(' ')} END`;

/**
 * The tables of problems, kept beside the mirror.
 *
 * `problem_dirty` lists changed rows that are not checked yet; triggers fill it, so no writer can
 * forget it. `problem_row` holds the values that records are grouped by. `problem_ref` holds the
 * codes and files that records name. A row number is unique among all kinds.
 */
const PROBLEM_TABLES = `
  CREATE TABLE problem_dirty(rid INTEGER PRIMARY KEY, kind TEXT NOT NULL);
  CREATE TABLE problem_row(
    rid INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, code TEXT, name TEXT,
    price_group TEXT, price REAL, status TEXT, filled INTEGER NOT NULL, wanted INTEGER NOT NULL);
  CREATE TABLE problem_ref(
    kind TEXT NOT NULL, rid INTEGER NOT NULL, target TEXT NOT NULL, code TEXT NOT NULL, field TEXT NOT NULL);
  CREATE TABLE problem(
    kind TEXT NOT NULL, rid INTEGER NOT NULL, rule TEXT NOT NULL, field TEXT NOT NULL,
    ord INTEGER GENERATED ALWAYS AS (${RULE_ORDER}) VIRTUAL, grp TEXT, params TEXT NOT NULL, mark TEXT NOT NULL,
    fixable INTEGER NOT NULL, hidden INTEGER NOT NULL,
    PRIMARY KEY(rid, rule, field)) WITHOUT ROWID;
  CREATE TABLE problem_status(kind TEXT NOT NULL, status TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY(kind, status)) WITHOUT ROWID`;

const INDEXES = {
  problem_row_code: 'problem_row(kind, code) WHERE code IS NOT NULL',
  problem_row_name: 'problem_row(kind, name) WHERE name IS NOT NULL',
  problem_row_price: 'problem_row(kind, price_group, price) WHERE price_group IS NOT NULL',
  problem_row_status: 'problem_row(kind, status) WHERE status IS NOT NULL',
  problem_row_id: 'problem_row(kind, id)',
  problem_ref_row: 'problem_ref(rid)',
  problem_ref_code: 'problem_ref(target, code)',
} as const;

/** Built after a full check: updating them row by row would cost more than the check. */
export const problemIndexes: readonly string[] = Object.entries(INDEXES).map(
  ([name, on]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${on}`,
);
export const dropProblemIndexes: readonly string[] = Object.keys(INDEXES).map(
  (name) => `DROP INDEX IF EXISTS ${name}`,
);

const GROUP_INDEX = 'problem_group ON problem(rule, grp) WHERE grp IS NOT NULL';

/** Indexes for the list of problems; they are small, so they are always kept. */
const PROBLEM_LISTS = `
  CREATE INDEX problem_list ON problem(hidden, ord, kind, rid);
  CREATE INDEX ${GROUP_INDEX};
  CREATE INDEX problem_count ON problem(rule, kind, hidden, fixable)`;

/**
 * Used only by the check after an edit. It is built last, so that groups may be compared in any
 * order.
 */
export const groupIndex = `CREATE INDEX IF NOT EXISTS ${GROUP_INDEX}`;
export const dropGroupIndex = 'DROP INDEX IF EXISTS problem_group';

function rowsOf(kind: Kind): string {
  return `rows_${kind.replaceAll('-', '_')}`;
}

const TRIGGERS = ['insert', 'update', 'delete'] as const;

/**
 * Returns statements that mark every changed row of a kind for a check.
 *
 * Existing rows are marked too.
 */
export function watchRows(kind: Kind): readonly string[] {
  const rows = rowsOf(kind);
  const made = TRIGGERS.map(
    (
      event,
    ) => `CREATE TRIGGER IF NOT EXISTS ${rows}_${event} AFTER ${event.toUpperCase()} ON ${rows}
      BEGIN INSERT OR IGNORE INTO problem_dirty VALUES (${event === 'delete' ? 'OLD' : 'NEW'}.rid, '${kind}'); END`,
  );
  return [...made, `INSERT OR IGNORE INTO problem_dirty SELECT rid, '${kind}' FROM ${rows}`];
}

/** Returns statements that drop the triggers of `watchRows`, for a first load. */
export function unwatchRows(kind: Kind): readonly string[] {
  return TRIGGERS.map((event) => `DROP TRIGGER IF EXISTS ${rowsOf(kind)}_${event}`);
}

/** A record may change in fields that no list shows. */
const WATCH_RECORDS = `
  CREATE TRIGGER record_doc AFTER UPDATE OF doc ON record
    BEGIN INSERT OR IGNORE INTO problem_dirty VALUES (NEW.rid, NEW.kind); END`;

export const PROBLEM_SCHEMA = [
  PROBLEM_TABLES,
  PROBLEM_LISTS,
  ...problemIndexes,
  WATCH_RECORDS,
].join(';\n');

/** Drops everything that `PROBLEM_SCHEMA` creates; dropping a table drops its indexes. */
export const dropProblems = [
  ...['problem_dirty', 'problem_row', 'problem_ref', 'problem', 'problem_status'].map(
    (table) => `DROP TABLE IF EXISTS ${table}`,
  ),
  'DROP TRIGGER IF EXISTS record_doc',
].join(';\n');
