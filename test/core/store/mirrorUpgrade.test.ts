import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from '#contract/zod.ts';
import { openCore } from '#core/app/core.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import type { Disk } from '#core/platform/disk.ts';
import type { Platform } from '#core/platform/platform.ts';
import { sealOf } from '#core/workspace/openCache.ts';
import { finishRebuild, rebuildNext } from '#core/outbox/rebuildProjection.ts';
import { isRebuilding } from '#core/store/projectionSchema.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/mirrors');
const VERSIONS = fs.readdirSync(FIXTURES).map(Number);
const LATER = Date.UTC(2026, 2, 2, 9);

/** A profile whose mirror has the layout of an earlier version: 15 fittings, 3 materials, two remote changes. */
function profileOf(version: number) {
  const platform = testPlatform(tempFolder(), { clock: testClock(LATER) });
  const folder = path.join(platform.dataDir, 'profiles', 'default');
  fs.mkdirSync(folder, { recursive: true });
  for (const file of fs.readdirSync(path.join(FIXTURES, String(version))))
    fs.copyFileSync(path.join(FIXTURES, String(version), file), path.join(folder, file));
  const work = path.join(folder, 'work.db');
  // Otherwise it counts as a copy of work that may have been sent from elsewhere.
  openDatabase(work, (db) =>
    db
      .prepare("UPDATE meta SET value = ? WHERE key = 'place'")
      .run(String(fs.statSync(work, { bigint: true }).ino)),
  );
  return { platform, folder, cache: path.join(folder, 'cache.db') };
}

/** Makes the projections look like those of an earlier program, as a changed column would. */
function outdate(cache: string): void {
  openDatabase(cache, (db) =>
    db.exec("UPDATE meta SET value = 'of an earlier version' WHERE key LIKE 'projection:%'"),
  );
}

const rowsIn = (cache: string, table: string) => {
  let rows: readonly unknown[] = [];
  openDatabase(cache, (db) => (rows = db.prepare(`SELECT * FROM ${table}`).all()));
  return rows;
};

describe.each(VERSIONS)('a mirror of layout %i, opened offline', (version) => {
  it('lists every record, pending changes included', async () => {
    const core = openCore(profileOf(version).platform);
    onTestFinished(() => core.close());
    const { rows, total } = await core.call('records.list', { kind: 'fittings' });
    expect(total).toBe(15);
    expect(rows.map(({ key, pending }) => [key, pending])).toContainEqual(['ZAW-900', 'waiting']);
    expect(rows.find(({ key }) => key === 'ZAW-110')?.fields['price']).toBe('9.20');
    expect((await core.call('records.list', { kind: 'materials' })).total).toBe(3);
  });

  it('finds records by text and by key', async () => {
    const core = openCore(profileOf(version).platform);
    onTestFinished(() => core.close());
    const found = await core.call('records.list', { kind: 'fittings', search: 'zawias 12' });
    expect(found.rows.map(({ key }) => key)).toEqual(['ZAW-212']);
    expect(await core.call('records.get', { kind: 'materials', ref: 'M2' })).toMatchObject({
      key: 'M2',
    });
  });

  it('keeps remote changes, pull logs and deleted records', async () => {
    const { platform, cache } = profileOf(version);
    const before = [
      rowsIn(cache, 'record'),
      rowsIn(cache, 'record_change'),
      rowsIn(cache, 'pull_log'),
    ];
    const core = openCore(platform);
    const { pulls } = await core.call('pulls.list', {});
    expect(pulls.length).toBeGreaterThan(0);
    await core.close();
    const after = [
      rowsIn(cache, 'record'),
      rowsIn(cache, 'record_change'),
      rowsIn(cache, 'pull_log'),
    ];
    // A later layout may add columns.
    expect(after).toMatchObject(before);
  });

  it('finds the same problems again', async () => {
    const { platform, cache } = profileOf(version);
    const before = rowsIn(cache, 'problem');
    const core = openCore(platform);
    await core.call('problems.check', {});
    await core.close();
    expect(before).toHaveLength(47);
    // The pending create adds its own. The rank of a rule is not stored.
    const unranked = before.map((row) => ({
      ...z.looseObject({}).parse(row),
      ord: expect.any(Number),
    }));
    expect(rowsIn(cache, 'problem')).toEqual(expect.arrayContaining(unranked));
  });
});

describe('list rows of an earlier derivation', () => {
  it('are derived anew from the stored records', async () => {
    const { platform, cache } = profileOf(1);
    const core = openCore(platform);
    const list = () => core.call('records.list', { kind: 'fittings' });
    const before = await list();
    await core.close();
    outdate(cache);
    const again = openCore(platform);
    onTestFinished(() => again.close());
    expect(await again.call('records.list', { kind: 'fittings' })).toEqual(before);
  });

  it('are completed after a kill in the middle of a rebuild', () => {
    const { platform, cache } = profileOf(1);
    const first = openWorkspace(platform, () => undefined);
    expect(isRebuilding(first.ws.cache)).toBe(true);
    rebuildNext(first.ws);
    expect(isRebuilding(first.ws.cache)).toBe(true);
    first.close();
    const second = openWorkspace(platform, () => undefined);
    finishRebuild(second.ws);
    expect(isRebuilding(second.ws.cache)).toBe(false);
    second.close();
    expect(rowsIn(cache, 'rows_fittings')).toHaveLength(15);
    expect(rowsIn(cache, 'rows_products')).toHaveLength(1);
  });

  it('keep a pending change that was queued before the rebuild reached its record', () => {
    const { platform } = profileOf(1);
    const { ws, close } = openWorkspace(platform, () => undefined);
    onTestFinished(close);
    // The rows of pending changes are written when the profile opens, before any rebuild step.
    expect(ws.rows.overlaid('fittings')).toHaveLength(2);
    finishRebuild(ws);
    expect(ws.rows.overlaid('fittings')).toHaveLength(2);
  });

  it('are there for the first call that changes a record', async () => {
    const { platform } = profileOf(1);
    const core = openCore(platform);
    onTestFinished(() => core.close());
    const taken = core.call('records.create', {
      kind: 'fittings',
      values: { kod: 'ZAW-155', name: 'Drugi', price: '1' },
      files: [],
    });
    await expect(taken).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('a mirror that was closed well before an update', () => {
  /** Changes a part of the lists, as an update would, and keeps the note of the closing. */
  function updated(platform: Platform, cache: string): void {
    openDatabase(cache, (db) =>
      db.exec(`DROP TRIGGER rows_fittings_insert;
        CREATE TRIGGER rows_fittings_insert AFTER INSERT ON rows_fittings BEGIN SELECT 1; END`),
    );
    const seal = sealOf(platform.disk, cache);
    openDatabase(cache.replace('cache.db', 'work.db'), (db) =>
      db.prepare("UPDATE meta SET value = ? WHERE key = 'seal:cache.db'").run(seal),
    );
  }

  it('is not searched for damage, which takes seconds for a large catalogue', async () => {
    const { platform, cache } = profileOf(1);
    await openCore(platform).close();
    updated(platform, cache);
    const searched: string[] = [];
    const openWatched: Disk['openDatabase'] = (file, options) => {
      const db = platform.disk.openDatabase(file, options);
      const pragma = db.pragma.bind(db);
      return Object.assign(db, {
        pragma: (text: string, how?: { simple?: boolean }) => {
          if (text.startsWith('quick_check')) searched.push(path.basename(file));
          return pragma(text, how);
        },
      });
    };
    const disk = { ...platform.disk, openDatabase: openWatched };
    const core = openCore({ ...platform, disk });
    onTestFinished(() => core.close());
    expect((await core.call('records.list', { kind: 'fittings' })).total).toBe(15);
    expect(searched).not.toContain('cache.db');
  });
});

describe('a mirror of an unknown layout', () => {
  it('is begun anew', async () => {
    const { platform, cache } = profileOf(1);
    openDatabase(cache, (db) => {
      db.exec("INSERT OR REPLACE INTO meta(key, value) VALUES ('mirror:version', '99')");
    });
    const core = openCore(platform);
    onTestFinished(() => core.close());
    expect((await core.call('records.list', { kind: 'materials' })).total).toBe(0);
  });
});
