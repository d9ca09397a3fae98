import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { rowsOf, undo } from '../../support/sheets.ts';

const CODES = Array.from({ length: 450 }, (_, at) => `K-${at}`);

/** Removes records, each in a group of its own; the newest group first. */
async function removed(
  desk: TestWorkstation,
  codes: readonly string[],
  isOneAction = false,
): Promise<string[]> {
  const groups: string[] = [];
  for (const ref of codes) {
    const bundle = isOneAction ? groups.at(-1) : undefined;
    groups.unshift((await desk.call('records.remove', { kind: 'fittings', ref, bundle })).group);
  }
  return groups;
}

const open = () => {
  const fittings = CODES.map((kod) => ({ kod, name: kod, price: '1', images: [], stock: 1 }));
  return openDesk({ seed: { ...SEED, fittings } });
};
const stateOf = async (desk: TestWorkstation, ids: string[]) =>
  (await desk.call('groups.list', { ids })).groups.map(({ state }) => state);
const waiting = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ key, action }) => `${action} ${key}`);

describe('several groups that are taken back together', () => {
  it('are one piece of work, one group, and one Redo', async () => {
    const desk = await open();
    const groups = await removed(desk, CODES);
    const told: number[] = [];
    desk.core.on('changesets.progress', ({ rows }) => told.push(rows));
    const plan = await desk.call('undo.plan', { groups });
    expect(plan).toMatchObject({
      state: 'ready',
      counts: { changed: CODES.length, ticked: CODES.length },
      label: { code: 'undo', of: { code: 'remove', count: CODES.length } },
    });
    expect(told.length).toBeGreaterThan(1);
    const queued = await desk.call('changesets.queue', { plan: plan.plan });
    expect(queued).toMatchObject({ queued: CODES.length, left: 0 });
    expect(new Set(await stateOf(desk, groups))).toEqual(new Set(['undone']));
    expect(await waiting(desk)).toEqual([]);
    const { redo } = await desk.call('groups.next', {});
    await undo(desk, redo?.id);
    expect(await waiting(desk)).toHaveLength(CODES.length);
  });

  it('leave alone what cannot be taken back, and say why', async () => {
    const desk = await open();
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'N-1', name: 'N' },
      files: [],
    });
    const groups = await removed(desk, ['K-1', 'N-1', 'K-2']);
    // Its code has another by now.
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'N-1', name: 'O' },
      files: [],
    });
    await undo(desk, groups[2]);
    const { plan, counts } = await desk.call('undo.plan', { groups });
    expect(counts).toMatchObject({ changed: 1, error: 1, ticked: 1 });
    expect((await rowsOf(desk, plan)).map(({ key, outcome }) => [key, outcome])).toEqual([
      ['K-2', 'changed'],
      ['N-1', 'error'],
    ]);
    const { group } = await desk.call('changesets.queue', { plan });
    expect(await stateOf(desk, groups)).toEqual(['undone', 'queued', 'undone']);
    const { groups: made } = await desk.call('groups.list', { ids: [group ?? ''] });
    expect(made[0]?.label).toMatchObject({ count: 1, of: { code: 'remove', count: 1 } });
  });

  it('come back once, however many previews showed them coming', async () => {
    const desk = await open();
    const groups = await removed(desk, ['K-1', 'K-2']);
    await desk.push();
    const { plan } = await desk.call('undo.plan', { groups });
    await undo(desk, groups[0]);
    await expect(desk.call('changesets.queue', { plan })).rejects.toMatchObject({ code: 'state' });
    expect(await waiting(desk)).toHaveLength(1);
    expect(await desk.call('undo.plan', { groups })).toMatchObject({ counts: { new: 1 } });
    await undo(desk, groups[1]);
    await expect(desk.call('undo.plan', { groups })).rejects.toMatchObject({ code: 'state' });
  });
});

describe('groups of one action', () => {
  it('are named and taken back together after a restart', async () => {
    const desk = await open();
    const [other = ''] = await removed(desk, ['K-9']);
    const groups = await removed(desk, ['K-1', 'K-2', 'K-3'], true);
    await desk.restart();
    const { undo: next } = await desk.call('groups.next', {});
    expect(next).toMatchObject({ id: groups[0], label: { code: 'remove', count: 3, params: {} } });
    expect(await undo(desk, next?.id)).toMatchObject({ queued: 3, left: 0 });
    expect(await stateOf(desk, [...groups, other])).toEqual([
      'undone',
      'undone',
      'undone',
      'queued',
    ]);
    expect((await desk.call('groups.next', {})).undo?.id).toBe(other);
  });

  it('are passed over together, and leave out what came back before', async () => {
    const desk = await open();
    const [other = ''] = await removed(desk, ['K-9']);
    const groups = await removed(desk, ['K-1', 'K-2', 'K-3'], true);
    const { undo: older } = await desk.call('groups.next', { except: [groups[1] ?? ''] });
    expect(older?.id).toBe(other);
    const { plan } = await desk.call('undo.plan', { groups: [groups[0] ?? ''] });
    await desk.call('changesets.queue', { plan });
    const { undo: rest } = await desk.call('groups.next', {});
    expect(rest).toMatchObject({ id: groups[1], label: { count: 2 } });
    expect(await desk.call('undo.plan', { group: groups[2] })).toMatchObject({
      counts: { changed: 2, ticked: 2 },
      label: { of: { code: 'remove', count: 2 } },
    });
  });
});

describe('an undo of which nothing was queued', () => {
  it('leaves its group to be taken back later', async () => {
    const desk = await openDesk();
    const price = (value: string) =>
      desk.call('records.update', {
        kind: 'fittings',
        ref: 'ZAW-110',
        values: { price: value },
        files: [],
      });
    await price('9');
    await desk.push();
    const [group] = (await desk.call('groups.list', {})).groups;
    await price('50');
    const kept = await undo(desk, group?.id);
    expect(kept).toMatchObject({ counts: { kept: 1, ticked: 0 }, queued: 0, left: 0 });
    expect(await stateOf(desk, [group?.id ?? ''])).toEqual(['queued']);
    const { plan } = await desk.call('undo.plan', { group: group?.id });
    await desk.call('changesets.tick', { plan, ticked: true, outcomes: ['kept'] });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1 });
    expect(await stateOf(desk, [group?.id ?? ''])).toEqual(['undone']);
  });
});
