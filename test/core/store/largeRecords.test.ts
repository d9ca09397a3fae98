import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { Learner } from '#core/catalogue/learned/learner.ts';
import { ProblemStore } from '#core/catalogue/problems/problemStore.ts';
import { finishRebuild, rebuildNext } from '#core/outbox/rebuildProjection.ts';
import { noteRebuilt, rebuiltUpTo } from '#core/store/projectionSchema.ts';
import { transact } from '#core/store/database.ts';
import { incoming } from '#core/store/recordStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const COUNT = 12;
/** The records of 2 MB that may be held at once. */
const FEW = 9;

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
