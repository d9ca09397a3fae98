/**
 * Tables and triggers that record the changes of the mirror.
 *
 * Triggers write them together with the mirror, so no pull can forget it. `before` is the earlier
 * version of the record; `fields` is filled in later. New records are added from the run number in
 * their rows (`noteRuns`), so that a first load costs nothing.
 */
export const CHANGE_SCHEMA = `
  CREATE TABLE record_change(
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, run INTEGER NOT NULL,
    at INTEGER NOT NULL, change TEXT NOT NULL, before TEXT, settled INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX record_change_at ON record_change(at);
  CREATE INDEX record_change_record ON record_change(kind, id, number);
  CREATE INDEX record_change_open ON record_change(number) WHERE settled = 0;
  CREATE INDEX record_missing ON record(kind, id) WHERE missing_since IS NOT NULL;
  CREATE TABLE pull_log(
    run INTEGER PRIMARY KEY, kind TEXT NOT NULL, started_at INTEGER NOT NULL, at INTEGER NOT NULL,
    first INTEGER NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL, removed INTEGER NOT NULL);
  CREATE TRIGGER record_changed AFTER UPDATE OF doc ON record
    WHEN OLD.hash <> NEW.hash OR OLD.missing_since IS NOT NULL
    BEGIN INSERT INTO record_change(kind, id, run, at, change, before)
      VALUES (NEW.kind, NEW.id, NEW.run, NEW.seen_at,
        CASE WHEN OLD.missing_since IS NULL THEN 'changed' ELSE 'added' END, OLD.doc); END;
  CREATE TRIGGER record_removed AFTER UPDATE OF missing_since ON record
    WHEN NEW.missing_since IS NOT NULL AND OLD.missing_since IS NULL
    BEGIN INSERT INTO record_change(kind, id, run, at, change, before)
      VALUES (NEW.kind, NEW.id, NEW.run, NEW.missing_since, 'removed', OLD.doc); END`;
