import { describe, expect, it, vi } from 'vitest';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { nextWake, readyOperations } from '#core/sync/push/queue.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

describe('a queue of thousands behind thousands that ended', () => {
  it('is neither read through nor sorted for the next operation or for its counts', () => {
    const { ws, close } = openWorkspace(testPlatform(tempFolder()), () => undefined);
    const prepare = vi.spyOn(ws.work, 'prepare');
    ws.operations.counts();
    readyOperations(ws.work, 0, 6, { upTo: 9, also: [], own: [] });
    nextWake(ws.work, 0);
    const asked = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    expect(asked.length).toBeGreaterThanOrEqual(3);
    for (const sql of asked) {
      const named = Object.fromEntries(
        [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, 0]),
      );
      const values = Object.keys(named).length > 0 ? [named] : [...sql.matchAll(/\?/g)];
      const steps = ws.work.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
      const plan = steps.map((step) => (step as { detail: string }).detail).join('\n');
      expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER BY|SCAN o(?:peration)?(?!.*operation_open)/);
    }
    close();
  });
});
