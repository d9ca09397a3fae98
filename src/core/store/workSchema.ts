import type { Db } from './database.ts';

/** One step of the layout of `work.db`; never edited after its release. */
export interface Migration {
  readonly version: number;
  readonly reason: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  {
    version: 1,
    reason: 'the outbox, its files and requests, settings, saved views, drafts and activity',
    sql: `
      CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE entity(
        eid TEXT PRIMARY KEY,
        number INTEGER NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        service_id TEXT,
        key TEXT,
        title TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('new', 'linked', 'gone')),
        UNIQUE (kind, service_id));
      CREATE INDEX entity_key ON entity(kind, key);
      CREATE TABLE operation(
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        eid TEXT NOT NULL REFERENCES entity(eid),
        action TEXT NOT NULL CHECK (action IN ('create', 'update', 'remove')),
        patch TEXT NOT NULL,
        base TEXT,
        state TEXT NOT NULL,
        reason TEXT,
        conflict TEXT,
        group_id TEXT,
        ensure INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        unknowns INTEGER NOT NULL DEFAULT 0,
        form INTEGER NOT NULL DEFAULT 0,
        next_at INTEGER,
        sent_at INTEGER,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        digest TEXT NOT NULL);
      CREATE INDEX operation_open ON operation(seq)
        WHERE state NOT IN ('done', 'discarded', 'merged');
      CREATE INDEX operation_ready ON operation(state, next_at, seq);
      CREATE INDEX operation_eid ON operation(eid, seq);
      CREATE TABLE dependency(
        seq INTEGER NOT NULL REFERENCES operation(seq),
        needs INTEGER NOT NULL REFERENCES operation(seq),
        PRIMARY KEY (seq, needs),
        CHECK (needs < seq)) WITHOUT ROWID;
      CREATE INDEX dependency_needs ON dependency(needs);
      CREATE TABLE staged(
        file TEXT PRIMARY KEY,
        sha256 TEXT NOT NULL,
        size INTEGER NOT NULL,
        extension TEXT NOT NULL,
        name TEXT NOT NULL,
        source TEXT NOT NULL,
        staged_at INTEGER NOT NULL);
      CREATE INDEX staged_sha ON staged(sha256);
      CREATE TABLE upload(
        seq INTEGER NOT NULL REFERENCES operation(seq),
        file TEXT NOT NULL REFERENCES staged(file),
        field TEXT NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('staged', 'sending', 'sent')),
        path TEXT,
        losses INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (seq, file));
      CREATE INDEX upload_file ON upload(file);
      CREATE TABLE attempt(
        number INTEGER PRIMARY KEY,
        seq INTEGER NOT NULL REFERENCES operation(seq),
        started_at INTEGER NOT NULL,
        method TEXT NOT NULL,
        path TEXT NOT NULL,
        body_sha TEXT,
        before TEXT,
        outcome TEXT,
        status INTEGER,
        answer TEXT,
        finished_at INTEGER);
      CREATE INDEX attempt_seq ON attempt(seq, number);
      CREATE TABLE activity(
        number INTEGER PRIMARY KEY,
        time INTEGER NOT NULL,
        kind TEXT NOT NULL,
        eid TEXT NOT NULL,
        seq INTEGER,
        action TEXT NOT NULL,
        field TEXT,
        before TEXT,
        after TEXT,
        result TEXT NOT NULL);
      CREATE INDEX activity_eid ON activity(eid, number);
      CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE view(
        kind TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID;
      CREATE TABLE draft(key TEXT PRIMARY KEY, body TEXT NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID;
      -- Rows of the mirror that must still be brought in line with the work; survives a kill.
      CREATE TABLE dirty(
        kind TEXT NOT NULL, eid TEXT NOT NULL, doc TEXT, PRIMARY KEY (kind, eid)) WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    reason: 'why something happened as data beside the sentence, so that every language can say it',
    sql: `
      ALTER TABLE attempt ADD COLUMN no_words TEXT;
      ALTER TABLE activity ADD COLUMN reason TEXT;
    `,
  },
  {
    version: 3,
    reason: 'reviews, hidden problems, plans and deleted records',
    sql: `
      CREATE TABLE hidden_problem(
        kind TEXT NOT NULL, id TEXT NOT NULL, rule TEXT NOT NULL, field TEXT NOT NULL,
        mark TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (kind, id, rule, field)) WITHOUT ROWID;
      CREATE TABLE review(
        session TEXT PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL, position INTEGER NOT NULL,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE review_item(
        session TEXT NOT NULL REFERENCES review(session) ON DELETE CASCADE,
        place INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, key TEXT, title TEXT NOT NULL,
        mark TEXT, comment TEXT NOT NULL DEFAULT '', marked_at INTEGER,
        PRIMARY KEY (session, place)) WITHOUT ROWID;
      CREATE INDEX review_item_mark ON review_item(session, mark, place);
      -- The record as it was when it was last marked in any review.
      CREATE TABLE reviewed(
        kind TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, mark TEXT NOT NULL,
        comment TEXT NOT NULL, session TEXT NOT NULL, record TEXT NOT NULL,
        PRIMARY KEY (kind, id)) WITHOUT ROWID;
      CREATE TABLE plan(
        plan TEXT PRIMARY KEY, name TEXT NOT NULL, draft TEXT NOT NULL, group_id TEXT,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX operation_group_id ON operation(group_id) WHERE group_id IS NOT NULL;
      CREATE TABLE trash(
        kind TEXT NOT NULL, id TEXT NOT NULL, doc TEXT NOT NULL, key TEXT, title TEXT NOT NULL,
        removed_at INTEGER NOT NULL, removed_by TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
      CREATE INDEX upload_path ON upload(path) WHERE path IS NOT NULL;
      CREATE INDEX activity_time ON activity(time);
    `,
  },
  {
    version: 4,
    reason:
      'changes that were queued together and can be taken back, and how known sheets are read',
    sql: `
      CREATE TABLE change_group(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        label TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('queueing', 'queued', 'undone')),
        -- The plan of which rows up to the cursor are in the outbox; only while it is being queued.
        plan TEXT,
        cursor INTEGER NOT NULL DEFAULT 0,
        undoes TEXT,
        created_at INTEGER NOT NULL);
      CREATE INDEX change_group_queueing ON change_group(id) WHERE state = 'queueing';
      CREATE TABLE group_item(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        group_id TEXT NOT NULL REFERENCES change_group(id),
        eid TEXT NOT NULL REFERENCES entity(eid),
        action TEXT NOT NULL CHECK (action IN ('create', 'update', 'remove')),
        operation TEXT,
        changes TEXT NOT NULL,
        -- The operations that a removal took the place of.
        ended TEXT);
      CREATE INDEX group_item_group ON group_item(group_id, number);
      CREATE TABLE layout(
        kind TEXT NOT NULL, signature TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (kind, signature)) WITHOUT ROWID;
    `,
  },
  {
    version: 5,
    reason: 'what came of something as a code, so that every language can say it',
    sql: `
      UPDATE activity SET result = CASE
        WHEN result IN ('queued', 'held', 'released', 'discarded') THEN result
        WHEN result = 'tried again' THEN 'retried'
        WHEN result = 'to be looked up' THEN 'lookup'
        WHEN result = 'discarded with its creation' THEN 'discarded-with-creation'
        WHEN result = 'discarded with it' THEN 'discarded-along'
        WHEN result = 'taken back' THEN 'taken-back'
        WHEN result = 'replaced by the removal' THEN 'replaced'
        WHEN result = 'resolved: mine' THEN 'resolved-mine'
        WHEN result = 'resolved: theirs' THEN 'resolved-theirs'
        WHEN result = 'resolved: mine, as a change of theirs' THEN 'resolved-change'
        WHEN result LIKE 'resolved (%' THEN 'resolved-fields'
        WHEN result = 'created again' THEN 'created-again'
        WHEN result = 'sent and confirmed' THEN 'done'
        WHEN result LIKE 'conflict: %' THEN 'conflict'
        WHEN result LIKE 'refused: %' THEN 'refused'
        WHEN result LIKE 'unknown: %' THEN 'unknown'
        WHEN result LIKE 'waiting: %' THEN 'waiting'
        -- Only what was sent was ever written down with a sentence of its own.
        ELSE 'done-note' END;
    `,
  },
  {
    version: 6,
    reason:
      'what came with a backup is known as that until it was looked for; what a removal replaced is found by it',
    sql: `
      CREATE TABLE restored(seq INTEGER PRIMARY KEY REFERENCES operation(seq));
      CREATE INDEX group_item_removal ON group_item(operation, number) WHERE action = 'remove';
    `,
  },
  {
    version: 7,
    reason:
      'how long ago something was sent is known by a clock that nobody sets, also when the program was started since',
    sql: `ALTER TABLE operation ADD COLUMN sent_steady INTEGER;`,
  },
  {
    version: 8,
    reason:
      'a mark that is taken back gives way to the one before it; what made a deleted record anew is found by it',
    sql: `
      -- The row that this one took the place of, of another review, as JSON.
      ALTER TABLE reviewed ADD COLUMN previous TEXT;
      -- The id of the deleted record that a creation makes anew.
      ALTER TABLE group_item ADD COLUMN again TEXT;
      CREATE INDEX group_item_again ON group_item(again) WHERE again IS NOT NULL;
    `,
  },
  {
    version: 9,
    reason: 'what a discard or a decided conflict changed, so that Undo can take it back',
    sql: `
      -- The rows of the outbox before and after, as JSON, by the item of their group.
      CREATE TABLE decision(item INTEGER PRIMARY KEY REFERENCES group_item(number), body TEXT NOT NULL);
    `,
  },
  {
    version: 10,
    reason:
      'batches of one user action, such as the deletion of several records, are undone together',
    sql: `
      -- The id of the first batch of the same action; NULL for that batch itself.
      ALTER TABLE change_group ADD COLUMN bundle TEXT;
      CREATE INDEX change_group_bundle ON change_group(bundle) WHERE bundle IS NOT NULL;
    `,
  },
  {
    version: 11,
    reason: 'rules of a service that its answers have shown are remembered',
    sql: `
      CREATE TABLE service_fact(
        -- The address of the service: a profile that moves to another one leaves its facts behind.
        service TEXT NOT NULL, kind TEXT NOT NULL, field TEXT NOT NULL,
        fact TEXT NOT NULL CHECK (fact IN ('required', 'restricted', 'update')),
        value TEXT NOT NULL,
        source TEXT NOT NULL CHECK (source IN ('service', 'person')),
        words TEXT, request TEXT, record TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (service, kind, field, fact)) WITHOUT ROWID;
    `,
  },
  {
    version: 12,
    reason: 'a person chooses which kind a code names; answers to uploads are remembered',
    sql: `
      ALTER TABLE service_fact RENAME TO service_fact_before;
      CREATE TABLE service_fact(
        service TEXT NOT NULL, kind TEXT NOT NULL, field TEXT NOT NULL,
        fact TEXT NOT NULL CHECK (fact IN ('required', 'restricted', 'update', 'reference', 'upload')),
        value TEXT NOT NULL,
        source TEXT NOT NULL CHECK (source IN ('service', 'person')),
        words TEXT, request TEXT, record TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (service, kind, field, fact)) WITHOUT ROWID;
      INSERT INTO service_fact SELECT * FROM service_fact_before;
      DROP TABLE service_fact_before;
    `,
  },
];

export const workVersion = migrations.length;

/** Upgrades `work.db` to a layout, by default the newest, one transaction for each step. */
export function migrate(db: Db, to = workVersion): void {
  const current = Number(db.pragma('user_version', { simple: true }));
  for (const { version, sql } of migrations.slice(current, to)) {
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    }).immediate();
  }
}

export function versionOf(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }));
}
