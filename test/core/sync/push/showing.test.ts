import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { changeOne } from '#core/outbox/batches/single.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { getRecord } from '#core/catalogue/queries/records.ts';
import { transact } from '#core/store/database.ts';
import { incoming, OUTSIDE_RUN } from '#core/store/recordStore.ts';
import {
  areListsInLine,
  flushProjection,
  markDirty,
  refreshDirty,
  writeRow,
} from '#core/outbox/projection.ts';
import { ProjectionRefresher } from '#core/sync/push/projectionRefresher.ts';
import { testClock, testPlatform } from '../../../support/platform.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import type { TestClock } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const FITTINGS: Kind = 'fittings';
const [FIRST, SECOND] = ['65f000000000000000000001', '65f000000000000000000002'] as const;
const docOf = (id: string, price: string) =>
  JSON.stringify({ _id: id, kod: `Z-${id.at(-1) ?? ''}`, name: 'Zawias', price });

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A clock on which somebody who sleeps wakes only when the test says so. */
function standingClock(): { readonly clock: TestClock; readonly wake: () => Promise<void> } {
  const sleepers: (() => void)[] = [];
  const { sleep: _, ...others } = testClock();
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      sleepers.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    });
  const wake = async () => {
    for (const each of sleepers.splice(0)) each();
    await turn();
  };
  return { clock: { ...others, sleep }, wake };
}

/** Two fittings in the mirror, each with a change that waits; and a push's showing over them. */
async function stage() {
  const { clock, wake } = standingClock();
  const told: string[] = [];
  const { ws, close } = openWorkspace(testPlatform(tempFolder(), { clock }), (name) => {
    told.push(name);
  });
  onTestFinished(close);
  const queue = (id: string) => {
    const doc = docOf(id, '8.90');
    transact(ws.cache, () => {
      const [made] = ws.records.apply(FITTINGS, [incoming(id, doc)], OUTSIDE_RUN, clock.now());
      writeRow(ws, FITTINGS, { rid: made?.rid ?? 0, id, doc }, []);
    });
    changeOne(ws, FITTINGS, { do: 'update', ref: id, values: { price: '9.20' } });
    flushProjection(ws);
    const entity = ws.entities.byServiceId(FITTINGS, id);
    return ws.operations.openOf(entity?.eid ?? '')[0]?.seq ?? 0;
  };
  const seqs = new Map<string, number>([FIRST, SECOND].map((id) => [id, queue(id)]));
  // How many wait is told behind the changes.
  await turn();
  told.length = 0;
  const beside = { pull: false };
  const showing = new ProjectionRefresher(ws, {
    atOnce: () => beside.pull,
    tell: () => told.push('told'),
    failed: (error) => told.push(String(error)),
  });
  /** Completes an operation as the push does: marks it done and its list row dirty. */
  const end = (id: string) => {
    transact(ws.work, () => {
      const eid = ws.entities.byServiceId(FITTINGS, id)?.eid ?? '';
      ws.operations.setState(seqs.get(id) ?? 0, { state: 'done' }, clock.now());
      markDirty(ws, FITTINGS, eid, docOf(id, '9.2'));
    });
    showing.note();
  };
  const pending = (id: string) =>
    ws.cache.prepare('SELECT pending FROM rows_fittings WHERE id = ?').pluck().get(id);
  return { ws, close, clock, wake, told, beside, showing, end, pending };
}

describe('what a push changes in the list', () => {
  it('is seen at once, and what follows close behind it together a moment later', async () => {
    const { end, pending, told, wake } = await stage();
    end(FIRST);
    expect(pending(FIRST)).toBeNull();
    expect(told).toEqual(['records.changed', 'outbox.changed', 'told']);
    end(SECOND);
    expect(pending(SECOND)).toBe('waiting');
    expect(told).toHaveLength(3);
    await wake();
    expect(pending(SECOND)).toBeNull();
    expect(told).toEqual([...told.slice(0, 3), ...told.slice(0, 3)]);
  });

  it('stands in the record meanwhile: nobody works on what the service no longer holds', async () => {
    const { end, ws } = await stage();
    end(FIRST);
    end(SECOND);
    expect(ws.records.get(FITTINGS, SECOND)?.doc).toBe(docOf(SECOND, '8.90'));
    const shown = getRecord(ws, FITTINGS, SECOND);
    expect(shown).toMatchObject({ pending: null, record: { price: '9.2' }, doc: { price: '9.2' } });
    expect(
      changeOne(ws, FITTINGS, { do: 'update', ref: SECOND, values: { price: '9.2' } }),
    ).toEqual({ operation: null, id: SECOND });
  });

  it('is seen at every step while a pull writes beside it', async () => {
    const { beside, end, pending } = await stage();
    beside.pull = true;
    end(FIRST);
    end(SECOND);
    expect([pending(FIRST), pending(SECOND)]).toEqual([null, null]);
  });

  it('is all there when the push is over, and once only', async () => {
    const { end, pending, showing, told, wake } = await stage();
    end(FIRST);
    end(SECOND);
    showing.close();
    expect(pending(SECOND)).toBeNull();
    const before = told.length;
    await wake();
    expect(told).toHaveLength(before);
  });

  it('is waited for on its way to the disk before anybody is told', async () => {
    const { showing, ws } = await stage();
    const { eid } = ws.entities.byServiceId(FITTINGS, FIRST) ?? { eid: '' };
    const eased = vi.spyOn(ws.work, 'pragma');
    transact(ws.work, () => markDirty(ws, FITTINGS, eid));
    showing.now();
    expect(eased).not.toHaveBeenCalled();
    transact(ws.work, () => markDirty(ws, FITTINGS, eid, docOf(FIRST, '9.3')));
    refreshDirty(ws);
    expect(eased).toHaveBeenCalledWith('synchronous = NORMAL');
  });
});

describe('what is due of an edit', () => {
  const due = (ws: Workspace) => ws.work.prepare('SELECT eid FROM dirty').pluck().all();
  const eidOf = (ws: Workspace, id: string) => ws.entities.byServiceId(FITTINGS, id)?.eid ?? '';

  it('is done once, and forgotten with the next change or at the close', async () => {
    const { ws, close, told } = await stage();
    expect(due(ws)).toEqual([eidOf(ws, SECOND)]);
    expect(areListsInLine(ws)).toBe(true);
    refreshDirty(ws);
    expect(told).toEqual([]);
    transact(ws.work, () => markDirty(ws, FITTINGS, eidOf(ws, SECOND)));
    expect(areListsInLine(ws)).toBe(false);
    refreshDirty(ws);
    expect(told).toEqual(['records.changed', 'outbox.changed']);
    transact(ws.work, () => markDirty(ws, FITTINGS, eidOf(ws, FIRST)));
    expect(due(ws)).toEqual([eidOf(ws, FIRST)]);
    refreshDirty(ws);
    const { folder, platform } = ws;
    close();
    const left = platform.disk.openDatabase(path.join(folder, 'work.db'));
    onTestFinished(() => void left.close());
    expect(left.prepare('SELECT count(*) FROM dirty').pluck().get()).toBe(0);
  });

  it('is done again where the change that would have forgotten it fails', async () => {
    const { ws, told } = await stage();
    const fails = () => {
      markDirty(ws, FITTINGS, eidOf(ws, FIRST));
      throw new Error('no room');
    };
    expect(() => transact(ws.work, fails)).toThrow('no room');
    expect(due(ws)).toEqual([eidOf(ws, SECOND)]);
    expect(areListsInLine(ws)).toBe(false);
    refreshDirty(ws);
    expect(told).toEqual(['records.changed', 'outbox.changed']);
    expect(areListsInLine(ws)).toBe(true);
  });

  it('is counted behind the answers, once for all of a turn', async () => {
    const { ws, told } = await stage();
    for (const price of ['9.30', '9.40'])
      changeOne(ws, FITTINGS, { do: 'update', ref: FIRST, values: { price } });
    expect(told.filter((name) => name === 'records.changed')).toHaveLength(2);
    expect(told).not.toContain('outbox.changed');
    await turn();
    expect(told.filter((name) => name === 'outbox.changed')).toHaveLength(1);
  });

  it('is not counted any more in a profile that was closed meanwhile', async () => {
    const { ws, close, told } = await stage();
    changeOne(ws, FITTINGS, { do: 'update', ref: FIRST, values: { price: '9.30' } });
    close();
    await turn();
    expect(told).not.toContain('outbox.changed');
  });
});
