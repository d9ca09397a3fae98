import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it('is set aside when a table ignores what breaks its rules, so that no change is dropped', async () => {
    const { sit, work } = await profileWith();
    await sit();
    openDatabase(work, (db) => {
      db.unsafeMode(true);
      db.pragma('writable_schema = ON');
      db.exec(
        "UPDATE sqlite_schema SET sql = replace(sql, 'reason TEXT,', 'reason TEXT NOT NULL ON CONFLICT IGNORE,') WHERE name = 'operation'",
      );
    });
    const { codes, notices } = await sit('A2');
    expect(codes).toEqual(['A2']);
    expect(notices).toHaveLength(1);
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
