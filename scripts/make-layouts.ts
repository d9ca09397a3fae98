import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from '../src/contract/zod.ts';
import { patchSchema } from '../src/core/record/patch.ts';
import { digestOperation } from '../src/core/store/operationStore.ts';
import { migrations } from '../src/core/store/workSchema.ts';

// Makes test/fixtures/layouts: a database of every earlier schema version. Each holds one row of
// everything that a user could have stored in it. rows.json lists the rows by the first version
// that could hold them. Existing files stay as they are. A new version is added; only the files
// named on the command line are made again.

const FOLDER = path.resolve(import.meta.dirname, '../test/fixtures/layouts');
const APPLICATION_ID = 0x43424e54;

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const tables = z.record(z.string(), z.array(row));
const rows = z
  .record(z.string(), tables)
  .parse(JSON.parse(fs.readFileSync(path.join(FOLDER, 'rows.json'), 'utf8')));

/**
 * The mirror and the index of cached files are rebuilt after a version change. It is enough that
 * their version differs.
 */
const DISPOSABLE = {
  'cache-earlier.db': `
    CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO meta VALUES ('schema', '0123456789abcdef');
    CREATE TABLE record(id TEXT PRIMARY KEY, doc TEXT NOT NULL);
    INSERT INTO record VALUES ('f1', '{"_id":"f1","kod":"ZAW-110"}');
    PRAGMA user_version = 0;`,
  'files-earlier.db': `
    CREATE TABLE asset(path TEXT PRIMARY KEY, sha256 TEXT);
    INSERT INTO asset VALUES ('uploads/fittings/a.png', 'abc');
    PRAGMA user_version = 0;`,
};

function makeWork(file: string, version: number): void {
  write(file, (db) => {
    // Inserts each version's rows before the next migration runs. A migration that rewrites rows
    // then finds them, as it did at the time.
    for (const { version: since, sql } of migrations.slice(0, version)) {
      db.exec(sql);
      for (const [table, each] of Object.entries(rows[since] ?? {}))
        for (const values of each) insert(db, table, withDigest(table, values));
    }
    db.pragma(`user_version = ${version}`);
  });
}

function write(file: string, fill: (db: Database.Database) => void): void {
  fs.rmSync(file, { force: true });
  const db = new Database(file);
  // Small pages keep the fixture small; the schema is the same.
  db.pragma('page_size = 512');
  db.pragma(`application_id = ${APPLICATION_ID}`);
  fill(db);
  db.exec('VACUUM');
  db.close();
}

function withDigest(table: string, values: z.output<typeof row>): z.output<typeof row> {
  if (table !== 'operation') return values;
  const operation = z
    .object({
      id: z.string(),
      eid: z.string(),
      action: z.enum(['create', 'update', 'remove']),
      patch: z.string().transform((text) => patchSchema.parse(JSON.parse(text))),
      base: z.string().nullable(),
    })
    .parse(values);
  return { ...values, digest: digestOperation(operation) };
}

function insert(db: Database.Database, table: string, values: z.output<typeof row>): void {
  const names = Object.keys(values);
  const places = names.map((name) => `@${name}`).join(', ');
  db.prepare(`INSERT INTO ${table}(${names.join(', ')}) VALUES (${places})`).run(values);
}

const again = new Set(process.argv.slice(2));
const wanted = (name: string) => again.has(name) || !fs.existsSync(path.join(FOLDER, name));
for (const { version } of migrations)
  if (wanted(`work-${version}.db`)) makeWork(path.join(FOLDER, `work-${version}.db`), version);
for (const [name, sql] of Object.entries(DISPOSABLE))
  if (wanted(name)) write(path.join(FOLDER, name), (db) => db.exec(sql));
