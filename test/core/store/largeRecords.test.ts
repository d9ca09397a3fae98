import { describe, expect, it, onTestFinished } from 'vitest';
import { outboxState } from '#core/app/shell/diagnostics/profile.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { Learner } from '#core/catalogue/learned/learner.ts';
import { ProblemStore } from '#core/catalogue/problems/problemStore.ts';
import { listTrash } from '#core/history/readTrash.ts';
import { operationViews } from '#core/catalogue/queries/outbox.ts';
import { finishRebuild, rebuildNext } from '#core/outbox/rebuildProjection.ts';
import { noteRebuilt, rebuiltUpTo } from '#core/store/projectionSchema.ts';
import { transact } from '#core/store/database.ts';
import { incoming } from '#core/store/recordStore.ts';
import type { Disk } from '#core/platform/disk.ts';
import { RESTORED } from '#core/workspace/openWork.ts';
import { closeStores, openStores } from '#core/workspace/readStores.ts';
import { EMPTY_PATCH } from '#core/record/patch.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const COUNT = 12;
/** The records of 2 MB that may be held at once. */
const FEW = 9;

const WITHOUT = { groupId: null, needs: [], ensure: false };

const put = (ws: Workspace, version: number) =>
  transact(ws.cache, () =>
    ws.records.apply(
      'fittings',
      Array.from({ length: COUNT }, (_, at) => {
        const _id = String(at).padStart(24, '0');
        const record = { _id, kod: `K${at}`, name: `${version}`, other: 'x'.repeat(2_000_000) };
        return incoming(_id, JSON.stringify(record));
      }),
      version,
      version,
    ),
  );

function openMirror(): Workspace {
  const { ws, close } = openWorkspace(testPlatform(tempFolder()), () => {});
  onTestFinished(close);
  put(ws, 1);
  return ws;
}

describe('records of megabytes', () => {
  it('become list rows a few at a time', () => {
    const ws = openMirror();
    noteRebuilt(ws.cache, 'fittings', 0);
    rebuildNext(ws);
    expect(rebuiltUpTo(ws.cache, 'fittings')).toBeLessThan(FEW);
    finishRebuild(ws);
    expect(ws.cache.prepare('SELECT count(*) FROM rows_fittings').pluck().get()).toBe(COUNT);
  });

  it('are checked for problems a few at a time', () => {
    const ws = openMirror();
    noteRebuilt(ws.cache, 'fittings', 0);
    finishRebuild(ws);
    const first = new ProblemStore(ws.cache).sources('fittings', 0, 400);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(FEW);
  });

  it('are counted a few at a time, as new and as changed ones', () => {
    const ws = openMirror();
    const learner = new Learner(ws.cache);
    expect(learner.step()).toBeLessThan(FEW);
    while (learner.step() !== null);
    put(ws, 2);
    expect(learner.step()).toBeLessThan(FEW);
    while (learner.step() !== null);
    const sql =
      "SELECT body ->> '$.records' FROM learned_place WHERE kind = 'fittings' AND path = '[]'";
    expect(ws.cache.prepare(sql).pluck().get()).toBe(COUNT);
  });
});

/** Notes the letters of the largest list of rows that any statement returned. */
function watched(disk: Disk, note: (letters: number) => void): Disk {
  const openDatabase: Disk['openDatabase'] = (file, options) => {
    const db = disk.openDatabase(file, options);
    const prepare = db.prepare.bind(db);
    return Object.assign(db, {
      prepare: (sql: string) => {
        const statement = prepare(sql);
        const all = statement.all.bind(statement);
        return Object.assign(statement, {
          all: (...values: unknown[]) => {
            const rows = all(...values);
            note(JSON.stringify(rows).length);
            return rows;
          },
        });
      },
    });
  };
  return { ...disk, openDatabase };
}

it.each(['as it was left', 'as restored'])(
  'unsent changes of large records are read one at a time: %s',
  (how) => {
    const folder = tempFolder();
    const platform = testPlatform(folder);
    const first = openWorkspace(platform, () => {});
    transact(first.ws.work, () => {
      for (let at = 0; at < COUNT; at += 1) {
        const eid = `e${at}`;
        const service = { serviceId: String(at).padStart(24, '0'), key: `K${at}` };
        first.ws.entities.insert({ eid, kind: 'fittings', ...service, title: '', state: 'linked' });
        const base = JSON.stringify({ _id: service.serviceId, other: 'x'.repeat(300_000) });
        first.ws.operations.insert(
          { id: `o${at}`, eid, action: 'remove', patch: EMPTY_PATCH, base, ...WITHOUT },
          0,
        );
      }
      if (how === 'as restored') first.ws.meta.set(RESTORED, '1');
    });
    first.close();
    let most = 0;
    const disk = watched(platform.disk, (letters) => {
      most = Math.max(most, letters);
    });
    const { close } = openWorkspace({ ...platform, disk }, () => {});
    onTestFinished(close);
    const stores = openStores({ ...platform, disk });
    onTestFinished(() => closeStores(stores));
    expect(operationViews(stores, {})).toHaveLength(COUNT);
    expect(outboxState(stores)).toHaveLength(COUNT);
    expect(most).toBeGreaterThan(300_000);
    expect(most).toBeLessThan(900_000);
  },
);

it('pages of the history and of deleted records hold no large values', () => {
  const folder = tempFolder();
  const platform = testPlatform(folder);
  const { ws, close } = openWorkspace(platform, () => {});
  const large = JSON.stringify('x'.repeat(2_000_000));
  transact(ws.work, () => {
    for (let at = 0; at < COUNT; at += 1) {
      ws.work
        .prepare(
          `INSERT INTO activity(time, kind, eid, action, field, before, after, result, reason)
             VALUES (?, 'fittings', 'e', 'update', 'name', ?, '"short"', 'queued', NULL)`,
        )
        .run(at, large);
      const doc = JSON.stringify({ _id: `${at}`, name: large });
      ws.work
        .prepare(
          `INSERT INTO trash(kind, id, doc, title, removed_at, removed_by)
             VALUES ('fittings', ?, ?, '', ?, 'here')`,
        )
        .run(`${at}`, doc, at);
    }
  });
  close();
  let most = 0;
  const disk = watched(platform.disk, (letters) => {
    most = Math.max(most, letters);
  });
  const stores = openStores({ ...platform, disk });
  onTestFinished(() => closeStores(stores));
  const all = { kind: null, eid: null, since: null, until: null, results: null, search: null };
  const { entries } = stores.activity.list({ ...all, limit: 100, offset: 0 });
  expect(entries).toHaveLength(COUNT);
  const [{ before, after } = { before: null, after: null }] = entries;
  expect(after).toBe('short');
  expect(before).toMatch(/^"x{9000,}…$/);
  expect(listTrash(stores, {}).items).toHaveLength(COUNT);
  expect(most).toBeLessThan(300_000);
});
