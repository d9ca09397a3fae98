/** Tables of a changeset file. */
export const SCHEMA = `
  CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE row(
    row INTEGER PRIMARY KEY, outcome TEXT NOT NULL, action TEXT NOT NULL, ticked INTEGER NOT NULL,
    ref TEXT, key TEXT, title TEXT NOT NULL, changes TEXT NOT NULL, files TEXT NOT NULL,
    issues TEXT NOT NULL, work TEXT, cells TEXT);
  CREATE INDEX row_outcome ON row(outcome, row);
  CREATE INDEX row_key ON row(key) WHERE key IS NOT NULL;
  CREATE INDEX row_ref ON row(ref) WHERE ref IS NOT NULL;
  CREATE TABLE string(number INTEGER PRIMARY KEY, text TEXT NOT NULL);
`;
/** Tables missing in changesets of older versions; created at opening. */
export const LATER_TABLES = `
  CREATE TABLE IF NOT EXISTS seen(row INTEGER PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS origin(row INTEGER PRIMARY KEY, grp TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS origin_group ON origin(grp);
  CREATE TABLE IF NOT EXISTS warning(
    row INTEGER PRIMARY KEY, issues TEXT NOT NULL, asks INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS row_kind(row INTEGER PRIMARY KEY, kind TEXT NOT NULL) WITHOUT ROWID;
`;

export const OWN_COLUMNS =
  'row, outcome, action, ticked, ref, key, title, changes, files, issues, work';
export const COLUMNS = `${OWN_COLUMNS},
  coalesce((SELECT w.issues FROM warning w WHERE w.row = row.row), '[]') AS warnings,
  coalesce((SELECT w.asks FROM warning w WHERE w.row = row.row), 0) AS asks,
  (SELECT k.kind FROM row_kind k WHERE k.row = row.row) AS kind`;
/** Matches rows that have warnings and can be queued. */
export const WARNED = `outcome IN ('new', 'changed', 'kept') AND row IN (SELECT row FROM warning)`;
