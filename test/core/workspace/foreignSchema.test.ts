import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Db } from '#core/store/database.ts';
import { openCore } from '#core/app/core.ts';
import { profileBackups, requestRestore } from '#core/app/shell/maintenance.ts';
import { listBackups } from '#core/workspace/backup.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const IGNORE = 'CREATE TRIGGER "a""b" BEFORE INSERT ON operation BEGIN SELECT RAISE(IGNORE); END';
/** Ends after a while, so that the test fails instead of standing still. */
const LONG = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000)
  SELECT i AS seq, 'x' AS id FROM n`;
const asView = (table: string) =>
  `ALTER TABLE ${table} RENAME TO kept_${table}; CREATE VIEW ${table} AS ${LONG}`;

/** More than SQLite can hold in one value. */
const HUGE = 'hex(zeroblob(400000000))';

/** Replaces a part of the definition of a table, which SQLite does not check. */
function redefine(table: string, from: string, to: string) {
  return (db: Db) => {
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    const sql =
      'UPDATE sqlite_schema SET sql = replace(sql, @from, @to) WHERE name = @table AND instr(sql, @from)';
    expect(db.prepare(sql).run({ table, from, to }).changes).toBe(1);
  };
}

const addColumn = (table: string) => (db: Db) =>
  void db.exec(`ALTER TABLE ${table} ADD COLUMN zz AS (${HUGE})`);

/** Opens a profile for each code, adds an edge band, and closes it, which makes a backup. */
async function profileWith(...added: readonly string[]) {
  const platform = testPlatform(tempFolder(), { clock: testClock() });
  const folder = path.join(platform.dataDir, 'profiles', 'default');
  const sit = async (code?: string) => {
    platform.clock.advance(1000);
    const core = openCore(platform);
    if (code !== undefined)
      await core.call('records.create', {
        kind: 'edge-bands',
        values: { code, name: code },
        files: [],
      });
    const { rows } = await core.call('records.list', { kind: 'edge-bands' });
    const { notices } = await core.call('status.get', {});
    await core.close();
    return { codes: rows.map(({ key }) => key ?? '').sort(), notices };
  };
  for (const code of added) await sit(code);
  const alter = (file: string, sql: string) => openDatabase(file, (db) => db.exec(sql));
  const [newest = ''] = listBackups(platform.disk, folder);
  return { platform, folder, sit, alter, newest, work: path.join(folder, 'work.db') };
}

/** Gives a change a price of very many levels. */
function deepPrice(levels: number): string {
  const price = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  return `UPDATE operation SET patch = '{"values":{"price":${price}},"files":{}}'`;
}

describe('a database with parts that Cabinet did not make', () => {
  it('loses its triggers before anything is written, so that no change is dropped', async () => {
    const { sit, alter, work } = await profileWith('A1');
    alter(work, IGNORE);
    expect(await sit('A2')).toMatchObject({ codes: ['A1', 'A2'], notices: [] });
    expect(await sit()).toMatchObject({ codes: ['A1', 'A2'] });
  });

  it('loses its triggers when it is a backup that is restored', async () => {
    const { platform, sit, alter, newest } = await profileWith('A1');
    alter(newest, IGNORE);
    requestRestore(platform, 'default', path.basename(newest));
    const { codes, notices } = await sit('A2');
    expect(codes).toEqual(['A1', 'A2']);
    expect(notices).toMatchObject([{ code: 'backup-put-back' }]);
  });

  it.each(['operation', 'attempt', 'meta'])(
    'is no backup to restore when a view has the place of its table %s',
    async (table) => {
      const { platform, folder, sit, alter, newest } = await profileWith('A1');
      alter(newest, asView(table));
      expect(profileBackups(platform, 'default')).toEqual([]);
      fs.writeFileSync(path.join(folder, 'restore.request'), path.basename(newest));
      const { codes, notices } = await sit();
      expect(codes).toEqual(['A1']);
      expect(notices).toMatchObject([{ code: 'backup-not-put-back' }]);
    },
  );

  it.each(['operation', 'attempt', 'staged', 'meta'])(
    'is set aside when a view has the place of its table %s',
    async (table) => {
      const { folder, sit, alter, work } = await profileWith('A1');
      alter(work, asView(table));
      const { codes, notices } = await sit();
      expect(codes).toEqual(['A1']);
      expect(notices).toMatchObject([{ code: 'work-restored' }]);
      expect(fs.readdirSync(folder).some((name) => name.startsWith('work.db.damaged-'))).toBe(true);
    },
  );

  it('loses an index of somebody else, and gets a changed one back', async () => {
    const { sit, alter, work } = await profileWith('A1');
    alter(
      work,
      `CREATE UNIQUE INDEX foreign_one ON operation((1)); DROP INDEX operation_eid;
      CREATE UNIQUE INDEX operation_eid ON operation((2))`,
    );
    expect(await sit('A2')).toMatchObject({ codes: ['A1', 'A2'], notices: [] });
    const names: unknown[] = [];
    openDatabase(work, (db) =>
      names.push(
        ...db
          .prepare("SELECT sql FROM sqlite_schema WHERE name IN ('foreign_one', 'operation_eid')")
          .pluck()
          .all(),
      ),
    );
    expect(names).toEqual(['CREATE INDEX operation_eid ON operation(eid, seq)']);
  });

  it.each([
    ['ignores what breaks its rules', 'reason TEXT NOT NULL ON CONFLICT IGNORE,'],
    ['ignores it, written with a remark', 'reason TEXT NOT NULL ON/**/CONFLICT IGNORE,'],
    ['has a rule that cannot be computed', `reason TEXT CHECK (${HUGE} <> 'x'),`],
    ['computes a column', `reason TEXT GENERATED ALWAYS AS (${HUGE}),`],
    ['refuses what Cabinet writes', "reason TEXT CHECK (action = 'none'),"],
  ])('is set aside when a table %s, so that no change is dropped', async (_, column) => {
    const { sit, work } = await profileWith();
    await sit();
    openDatabase(work, redefine('operation', 'reason TEXT,', column));
    const { codes, notices } = await sit('A2');
    expect(codes).toEqual(['A2']);
    expect(notices).toHaveLength(1);
  });

  it.each([
    ['a setting', `INSERT INTO setting VALUES ('language', '"x')`],
    ['a kind', "UPDATE entity SET kind = 'nothing'"],
    ['the base of a change', "UPDATE operation SET base = 'x'"],
    ['a value of 1,000 levels', deepPrice(1_000)],
    ['a value of 100,000 levels', deepPrice(100_000)],
    ['an enormous value', "INSERT INTO meta VALUES ('x', zeroblob(70000000))"],
    [
      'an enormous table',
      "INSERT INTO meta SELECT value, hex(zeroblob(30000000)) FROM json_each('[1,2,3,4,5]')",
    ],
    ['a table', 'CREATE TABLE other(seq REFERENCES operation(seq))'],
    ['the type of a title', "UPDATE entity SET title = x'ff'"],
    ['the type of a note', "UPDATE meta SET value = x'ff' WHERE key = 'place'"],
    ['the record of a change', "PRAGMA foreign_keys = OFF; UPDATE operation SET eid = 'none'"],
  ])('is set aside when %s is none of Cabinet', async (_, sql) => {
    const { sit, alter, work } = await profileWith('A1');
    alter(work, sql);
    const { codes, notices } = await sit('A2');
    expect(codes).toEqual(['A1', 'A2']);
    expect(notices).toMatchObject([{ code: 'work-restored' }]);
  });

  it.each(['before', 'reason', 'kind'])(
    'shows the history without rows of an odd %s',
    async (column) => {
      const { platform, sit, alter, work } = await profileWith('A1', 'A2');
      alter(work, `UPDATE activity SET ${column} = '{' WHERE number = 1`);
      expect(await sit()).toMatchObject({ codes: ['A1', 'A2'], notices: [] });
      const core = openCore(platform);
      onTestFinished(() => core.close());
      const { entries } = await core.call('history.list', {});
      expect(entries.map(({ number }) => number)).toEqual([4, 3, 2]);
    },
  );

  it('shows the batches without one of an odd label', async () => {
    const { platform, alter, work } = await profileWith('A1', 'A2');
    alter(work, "UPDATE change_group SET label = '{' WHERE number = 1");
    const core = openCore(platform);
    onTestFinished(() => core.close());
    expect((await core.call('groups.list', {})).groups).toHaveLength(1);
  });

  it('is not listed as a backup when it computes a column', async () => {
    const { platform, newest } = await profileWith('A1');
    openDatabase(newest, redefine('operation', 'reason TEXT,', `reason TEXT AS (${HUGE}),`));
    expect(profileBackups(platform, 'default')).toEqual([]);
  });

  it.each([
    [
      'a rule of its records',
      redefine('record', 'hash BLOB NOT NULL,', `hash BLOB CHECK (${HUGE}),`),
    ],
    ['a computed column of its rows', addColumn('rows_edge_bands')],
    ['a computed column of its problems', addColumn('problem_row')],
    [
      'a trigger that empties a list',
      `CREATE TRIGGER zz AFTER INSERT ON rows_edge_bands BEGIN DELETE FROM rows_edge_bands; END`,
    ],
    [
      'a trigger that drops rows',
      'CREATE TRIGGER zz BEFORE INSERT ON rows_edge_bands BEGIN SELECT RAISE(IGNORE); END',
    ],
    ['an index that refuses rows', 'CREATE UNIQUE INDEX zz ON rows_edge_bands((1))'],
    ['a changed text index', 'DROP TABLE find_edge_bands; CREATE TABLE find_edge_bands(folded)'],
  ])('shows every record as a mirror with %s', async (_, change) => {
    const { folder, sit } = await profileWith('A1');
    const alter = typeof change === 'string' ? (db: Db) => void db.exec(change) : change;
    openDatabase(path.join(folder, 'cache.db'), alter);
    expect(await sit('A2')).toMatchObject({ codes: ['A1', 'A2'] });
    expect(await sit('A3')).toMatchObject({ codes: ['A1', 'A2', 'A3'] });
  });

  it('is begun anew as the file knowledge when it has a trigger', async () => {
    const { folder, sit } = await profileWith('A1');
    const files = path.join(folder, 'files.db');
    openDatabase(files, (db) =>
      db.exec('CREATE TRIGGER zz AFTER INSERT ON asset BEGIN DELETE FROM asset; END'),
    );
    await sit();
    openDatabase(files, (db) =>
      expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'zz'").get()).toBeUndefined(),
    );
  });

  it('keeps the rest when it has a view of its own name', async () => {
    const { sit, alter, work } = await profileWith('A1');
    alter(work, 'CREATE VIEW report AS SELECT * FROM operation');
    expect(await sit('A2')).toMatchObject({ codes: ['A1', 'A2'], notices: [] });
  });

  it('is begun anew as a mirror when a view has the place of its records', async () => {
    const { folder, sit, alter } = await profileWith('A1');
    alter(path.join(folder, 'cache.db'), `DROP TABLE record; CREATE VIEW record AS ${LONG}`);
    expect(await sit()).toMatchObject({ codes: ['A1'] });
  });
});
