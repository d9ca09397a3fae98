import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Disk } from '#core/platform/disk.ts';
import { openWork } from '#core/workspace/openWork.ts';
import { workVersion } from '#core/store/workSchema.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/layouts');
const VERSIONS = Array.from({ length: workVersion }, (_, index) => index + 1);

type Row = Readonly<Record<string, unknown>>;
const A_MINUTE_LATER = Date.UTC(2026, 2, 1, 9, 1);

/**
 * Creates a profile as an earlier version of Cabinet left it.
 *
 * It holds `work.db` of that layout, an earlier mirror, an earlier `files.db` and a staged file.
 */
function profileOf(version: number) {
  const platform = testPlatform(tempFolder(), { clock: testClock(A_MINUTE_LATER) });
  const folder = path.join(platform.dataDir, 'profiles', 'default');
  fs.mkdirSync(path.join(folder, 'staged'), { recursive: true });
  fs.copyFileSync(path.join(FIXTURES, `work-${version}.db`), path.join(folder, 'work.db'));
  fs.copyFileSync(path.join(FIXTURES, 'cache-earlier.db'), path.join(folder, 'cache.db'));
  fs.copyFileSync(path.join(FIXTURES, 'files-earlier.db'), path.join(folder, 'files.db'));
  fs.writeFileSync(path.join(folder, 'staged', SHA), 'hello\n');
  return { platform, folder, work: path.join(folder, 'work.db') };
}

const SHA = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';

/** Every row of every table. */
function rowsOf(file: string): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, readonly Row[]>();
  openDatabase(file, (db) => {
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const name of names)
      found.set(String(name), db.prepare(`SELECT * FROM ${String(name)}`).all() as Row[]);
  });
  return found;
}

/** Since layout 5 the result of something is a code; before it was a sentence. */
const CODES: Readonly<Record<string, string>> = {
  'sent and confirmed': 'done',
  'refused: price is too high': 'refused',
};

function withCode(row: Row): Row {
  const result = String(row['result']);
  return { ...row, result: expect.toBeOneOf([result, CODES[result]]) as unknown };
}

const hash = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** A disk on which no copy of a database turns out sound. */
function unsoundCopies(disk: Disk): Disk {
  return {
    ...disk,
    openDatabase: (file, options) => {
      if (file.endsWith('.part')) fs.writeFileSync(file, 'flipped bits');
      return disk.openDatabase(file, options);
    },
  };
}

describe('an earlier layout of which no sound backup can be made', () => {
  it('is raised beside the file as it was, and a person is told', async () => {
    const { platform, folder, work } = profileOf(1);
    const before = rowsOf(work);
    const core = openCore({ ...platform, disk: unsoundCopies(platform.disk) });
    onTestFinished(() => core.close());
    const { notices, queue } = await core.call('status.get', {});
    expect(queue.waiting).toBe(1);
    const told = notices.find(({ code }) => code === 'raised-without-backup');
    expect(told).toMatchObject({
      kept: expect.stringMatching(/^work\.db\.earlier-.*Z$/) as unknown,
    });
    const kept = told?.code === 'raised-without-backup' ? told.kept : '';
    expect(rowsOf(path.join(folder, kept))).toEqual(before);
  });

  it('stays as it is where not even the file can be copied', () => {
    const { platform, folder, work } = profileOf(1);
    const disk = unsoundCopies(platform.disk);
    const copyFileSync = () => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    const full = { ...disk, files: { ...disk.files, copyFileSync } };
    expect(() => openWork(full, folder, platform.clock.now())).toThrow('no room');
    openDatabase(work, (db) => expect(db.pragma('user_version', { simple: true })).toBe(1));
  });
});

describe.each(VERSIONS)('work that layout %i left', (version) => {
  it('is upgraded with every row and every column as it was', () => {
    const { platform, folder, work } = profileOf(version);
    const before = rowsOf(work);
    openWork(platform.disk, folder, platform.clock.now()).db.close();
    const after = rowsOf(work);
    expect([...before.values()].flat().length).toBeGreaterThan(20);
    for (const [table, rows] of before) {
      if (table === 'sqlite_sequence') continue;
      // Opening the work database stores its path and its newest backup in these two rows.
      const isNoted = (key: unknown) => key === 'place' || key === 'backup:newest';
      const kept = (after.get(table) ?? []).filter(({ key }) => !isNoted(key));
      expect(kept, table).toHaveLength(rows.length);
      for (const [index, row] of rows.entries())
        expect(kept[index], table).toMatchObject(table === 'activity' ? withCode(row) : row);
    }
    openDatabase(work, (db) =>
      expect(db.pragma('user_version', { simple: true })).toBe(workVersion),
    );
  });

  it('keeps a copy of the earlier layout first', () => {
    const { platform, folder, work } = profileOf(version);
    const before = rowsOf(work);
    openWork(platform.disk, folder, platform.clock.now()).db.close();
    const backups = path.join(folder, 'backups');
    const copies = fs.existsSync(backups) ? fs.readdirSync(backups) : [];
    expect(copies).toHaveLength(version === workVersion ? 0 : 1);
    for (const copy of copies) expect(rowsOf(path.join(backups, copy))).toEqual(before);
  });

  it('is all there for a person', async () => {
    const core = openCore(profileOf(version).platform);
    onTestFinished(() => core.close());
    const { operations } = await core.call('outbox.list', {});
    expect(operations.map(({ action, key, state }) => [action, key, state])).toEqual([
      ['update', 'ZAW-110', 'refused'],
      ['create', 'ZAW-900', 'waiting'],
      ['update', 'H1145', 'held'],
      ['update', 'ZAW-110', 'unknown'],
    ]);
    expect(operations[0]).toMatchObject({
      changes: [{ field: 'price', before: '8.90', after: '9.20' }],
      reason: { code: 'refused', answer: 'price is too high' },
    });
    expect(operations[1]?.files).toMatchObject([{ name: 'zaw.png', sha256: SHA, state: 'staged' }]);
    expect(operations[3]?.dependsOn).toEqual([operations[0]?.id]);
    expect(
      (await core.call('outbox.attempts', { operation: operations[0]?.id ?? '' })).attempts,
    ).toMatchObject([{ outcome: 'refused', status: 400, answer: 'price is too high' }]);
    const { total } = await core.call('history.list', {});
    expect(total).toBeGreaterThanOrEqual(version === 1 ? 2 : 3);
    expect(await core.call('settings.get', {})).toMatchObject({
      inFlightWindowSeconds: 45,
      theme: 'dark',
    });
    expect((await core.call('views.list', { kind: 'fittings' })).views).toEqual([
      { name: 'Zawiasy', body: { search: 'zawias' } },
    ]);
    const { draft } = await core.call('drafts.get', { key: 'new:materials' });
    expect(draft).toEqual({ name: 'Half typed' });
    const status = await core.call('status.get', {});
    expect(status).toMatchObject({ url: 'https://catalogue.example', email: 'admin@example.com' });
    // The mirror had another layout and is rebuilt. The list shows pending operations at once.
    const { rows } = await core.call('records.list', { kind: 'fittings' });
    expect(rows.map(({ key }) => key)).toContain('ZAW-900');
  });
});

describe('what came with a later layout', () => {
  const open = (version: number) => {
    const core = openCore(profileOf(version).platform);
    onTestFinished(() => core.close());
    return core;
  };

  it.each(VERSIONS.slice(2))(
    'is there after layout %i: reviews, plans, deleted records',
    async (version) => {
      const core = open(version);
      const { sessions } = await core.call('review.list', {});
      expect(sessions).toMatchObject([{ name: 'Price list', flagged: 1, position: 1 }]);
      const { items } = await core.call('review.items', { session: 'r1' });
      expect(items).toMatchObject([{ key: 'ZAW-110', mark: 'flagged', comment: 'too dear' }]);
      const { draft } = await core.call('productDrafts.get', { plan: 'p1' });
      expect(draft.parts).toMatchObject([{ kind: 'materials', values: { SIFRA: 'H1' } }]);
      const trash = await core.call('trash.get', { kind: 'edge-bands', id: 'b1' });
      expect(trash.record).toMatchObject({ code: 'ABS-22', name: 'ABS 22' });
    },
  );

  it.each(VERSIONS.slice(3))(
    'is there after layout %i: groups that can be taken back',
    async (version) => {
      const { groups } = await open(version).call('groups.list', {});
      expect(groups).toMatchObject([{ id: 'g1', label: { code: 'edit', count: 1 }, sent: true }]);
    },
  );
});

describe('work of a newer Cabinet', () => {
  function newer() {
    const profile = profileOf(workVersion);
    openDatabase(profile.work, (db) => {
      db.exec('CREATE TABLE of_tomorrow(thing TEXT)');
      db.pragma(`user_version = ${workVersion + 1}`);
    });
    return profile;
  }

  it('is refused with a sentence that says what to do', () => {
    expect(() => openCore(newer().platform)).toThrow(
      'This profile was created by a newer version of Cabinet. Update Cabinet to open it.',
    );
  });

  it('is left untouched, as is everything beside it', () => {
    const { platform, folder } = newer();
    const files = () =>
      fs
        .globSync('**/*', { cwd: folder })
        .filter(
          (each) => each !== 'instance.lock' && !fs.statSync(path.join(folder, each)).isDirectory(),
        )
        .sort()
        .map((each) => [each, hash(path.join(folder, each))]);
    const before = files();
    expect(() => openCore(platform)).toThrow('newer version of Cabinet');
    expect(files()).toEqual(before);
  });
});
