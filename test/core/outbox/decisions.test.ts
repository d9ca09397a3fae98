import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';

const CODES = Array.from({ length: 16 }, (_, at) => `ZAW-${String(at).padStart(2, '0')}`);

async function openSixteen(): Promise<TestWorkstation> {
  const [first] = SEED.fittings;
  const fittings = CODES.map((kod) => ({ ...first, kod, name: kod, images: [], model: '' }));
  return openDesk({ seed: { ...SEED, fittings } });
}

const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;
const states = async (desk: TestWorkstation) => (await open(desk)).map(({ state }) => state);
const priceOf = async (desk: TestWorkstation, ref: string) =>
  (await desk.call('records.get', { kind: 'fittings', ref })).record['price'];

async function edit(
  desk: TestWorkstation,
  ref: string,
  values: Record<string, Json>,
): Promise<string> {
  const made = await desk.call('records.update', { kind: 'fittings', ref, values, files: [] });
  return made.operation ?? '';
}

/**
 * Undoes the newest group, as Ctrl+Z does.
 *
 * Returns the plan, its preview rows and the result of queueing it.
 */
async function undo(desk: TestWorkstation) {
  const plan = await desk.call('undo.plan', {});
  const { rows } = await desk.call('changesets.rows', { plan: plan.plan, offset: 0, limit: 100 });
  const queued = await desk.call('changesets.queue', { plan: plan.plan });
  await desk.call('changesets.close', { plan: plan.plan });
  return { plan, rows, queued };
}

const next = async (desk: TestWorkstation) => {
  const { undo: newest, redo } = await desk.call('groups.next', {});
  return { undo: newest?.label.code ?? null, redo: redo?.label.of?.code ?? redo?.label.code };
};

/** Sixteen prices changed as one, as a paste or a change of the selected does. */
async function changeAll(desk: TestWorkstation): Promise<void> {
  const { ids } = await desk.call('records.ids', { kind: 'fittings' });
  const change = { code: 'set' as const, field: 'price', value: '20' };
  const plan = await desk.call('bulk.plan', { kind: 'fittings', selection: { ids }, change });
  await desk.call('changesets.queue', { plan: plan.plan });
  await desk.call('changesets.close', { plan: plan.plan });
}

describe('a discard', () => {
  it('of one of sixteen is taken back alone, and the other fifteen stay', async () => {
    const desk = await openSixteen();
    await changeAll(desk);
    const [first] = await open(desk);
    const before = await open(desk);
    const result = await desk.call('outbox.discard', { operation: first?.id ?? '' });
    expect(result.group).toBeDefined();
    expect(await open(desk)).toHaveLength(15);
    expect((await desk.call('groups.next', {})).undo?.label).toMatchObject({
      code: 'discard',
      params: { record: CODES[0] },
    });
    const { rows, queued } = await undo(desk);
    expect(rows[0]).toMatchObject({ changes: [{ field: 'price', after: '20' }] });
    expect(queued).toMatchObject({ queued: 1, left: 0 });
    expect(await open(desk)).toEqual(before);
    expect(Number(await priceOf(desk, CODES[0] ?? ''))).toBe(20);
    // The undo can be undone itself, and then the sixteen are the newest again.
    expect(await next(desk)).toMatchObject({ undo: 'set', redo: 'discard' });
  });

  it('is done again by Redo', async () => {
    const desk = await openSixteen();
    const operation = await edit(desk, 'ZAW-00', { price: '20' });
    await desk.call('outbox.discard', { operation });
    await undo(desk);
    const { redo } = await desk.call('groups.next', {});
    const plan = await desk.call('undo.plan', { group: redo?.id });
    await desk.call('changesets.queue', { plan: plan.plan });
    expect(await open(desk)).toEqual([]);
    expect(await next(desk)).toMatchObject({ undo: 'discard' });
    await undo(desk);
    expect(await states(desk)).toEqual(['waiting']);
  });

  it('of many is one group', async () => {
    const desk = await openSixteen();
    await changeAll(desk);
    const operations = (await open(desk)).map(({ id }) => id);
    const { done, group } = await desk.call('outbox.many', { what: 'discard', operations });
    expect(done).toBe(16);
    expect(group).toBeDefined();
    expect((await undo(desk)).queued.queued).toBe(16);
    expect(await open(desk)).toHaveLength(16);
  });

  it('of a creation brings back what was queued behind it, and what waited for it', async () => {
    const desk = await openSixteen();
    const made = await desk.call('records.create', {
      kind: 'edge-bands',
      values: { code: 'NEW', name: 'New' },
      files: [],
    });
    const removal = await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-01' });
    const before = await open(desk);
    await desk.call('outbox.discard', { operation: made.operation ?? '' });
    await desk.call('outbox.discard', { operation: removal.operation ?? '' });
    expect(await open(desk)).toEqual([]);
    await undo(desk);
    await undo(desk);
    expect(await open(desk)).toEqual(before);
    await sendAll(desk);
    expect(desk.service.state.all('edgeBands').filter(({ code }) => code === 'NEW')).toHaveLength(
      1,
    );
  });

  it('stays where the record was changed since, and says so', async () => {
    const desk = await openSixteen();
    const operation = await edit(desk, 'ZAW-00', { price: '20' });
    const { group } = await desk.call('outbox.discard', { operation });
    await edit(desk, 'ZAW-00', { price: '30' });
    const plan = await desk.call('undo.plan', { group });
    const { rows } = await desk.call('changesets.rows', { plan: plan.plan, offset: 0, limit: 100 });
    expect(plan.counts).toMatchObject({ error: 1, ticked: 0 });
    expect(rows[0]?.issues).toMatchObject([{ expected: 'no change since this decision' }]);
    expect(Number(await priceOf(desk, 'ZAW-00'))).toBe(30);
  });

  it('stays where its preview was followed by another change', async () => {
    const desk = await openSixteen();
    const operation = await edit(desk, 'ZAW-00', { price: '20' });
    await desk.call('outbox.discard', { operation });
    const plan = await desk.call('undo.plan', {});
    await edit(desk, 'ZAW-00', { price: '30' });
    expect(await desk.call('changesets.queue', { plan: plan.plan })).toMatchObject({
      queued: 0,
      left: 1,
    });
    expect(Number(await priceOf(desk, 'ZAW-00'))).toBe(30);
  });

  it('is taken back after a restart', async () => {
    const desk = await openSixteen();
    const operation = await edit(desk, 'ZAW-00', { price: '20' });
    await desk.call('outbox.discard', { operation });
    await desk.restart();
    await undo(desk);
    await sendAll(desk);
    const record = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-00');
    expect(Number(record?.['price'])).toBe(20);
  });
});

/**
 * Queues a price change that conflicts with a remote change of the price.
 *
 * Returns the id of the operation.
 */
async function inConflict(desk: TestWorkstation, code: string, theirs = '99.00'): Promise<string> {
  const { id } = await desk.call('records.get', { kind: 'fittings', ref: code });
  await edit(desk, code, { price: '20' });
  desk.service.state.patch('fittings', id, { price: theirs });
  await desk.push();
  const operation = (await open(desk)).find(({ key }) => key === code);
  expect(operation).toMatchObject({ state: 'conflict' });
  return operation?.id ?? '';
}

describe('a decision on a conflict', () => {
  it.each(['mine', 'theirs'] as const)('for %s is taken back to the conflict', async (all) => {
    const desk = await openSixteen();
    const operation = await inConflict(desk, 'ZAW-00');
    const before = await open(desk);
    await desk.call('outbox.resolve', { operation, all });
    expect(await next(desk)).toMatchObject({ undo: 'decide' });
    await undo(desk);
    const now = await open(desk);
    expect(now.map(({ state, conflict, changes }) => ({ state, conflict, changes }))).toEqual(
      before.map(({ state, conflict, changes }) => ({ state, conflict, changes })),
    );
    await desk.call('outbox.resolve', { operation, all: 'mine' });
    await sendAll(desk);
    expect(Number(await priceOf(desk, 'ZAW-00'))).toBe(20);
  });

  it('on a record that is gone makes it again only once, however it is decided', async () => {
    const desk = await openSixteen();
    const { id } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-00' });
    const operation = await edit(desk, 'ZAW-00', { price: '20' });
    desk.service.state.remove('fittings', id);
    await sendAll(desk);
    expect(await states(desk)).toEqual(['conflict']);
    await desk.call('outbox.resolve', { operation, all: 'mine' });
    expect((await open(desk)).map(({ action }) => action)).toEqual(['create']);
    await undo(desk);
    expect((await open(desk)).map(({ action, state }) => [action, state])).toEqual([
      ['update', 'conflict'],
    ]);
    await desk.call('outbox.resolve', { operation, all: 'mine' });
    await sendAll(desk);
    expect(desk.service.state.all('fittings').filter(({ kod }) => kod === 'ZAW-00')).toHaveLength(
      1,
    );
  });

  it('on a code that is taken leaves the creation to be decided again', async () => {
    const desk = await openSixteen();
    const values = { code: 'NEW', name: 'Mine', thickness: '2' };
    const made = await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
    const [theirs] = SEED.edgeBands;
    desk.service.state.insert('edgeBands', { ...theirs, code: 'NEW', name: 'Theirs' });
    await sendAll(desk);
    expect(await states(desk)).toEqual(['conflict']);
    await desk.call('outbox.resolve', { operation: made.operation ?? '', all: 'mine' });
    expect((await open(desk)).map(({ action }) => action)).toEqual(['update']);
    await undo(desk);
    expect((await open(desk)).map(({ action, state }) => [action, state])).toEqual([
      ['create', 'conflict'],
    ]);
    await desk.call('outbox.resolve', { operation: made.operation ?? '', all: 'theirs' });
    expect(await open(desk)).toEqual([]);
  });

  it('gives a creation another code, under which it is made beside the other record', async () => {
    const desk = await openSixteen();
    const values = { code: 'NEW', name: 'Mine' };
    const made = await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
    const operation = made.operation ?? '';
    const [theirs] = SEED.edgeBands;
    desk.service.state.insert('edgeBands', { ...theirs, code: 'NEW', name: 'Theirs' });
    await sendAll(desk);
    for (const code of ['NEW', 'ABS-22'])
      await expect(desk.call('outbox.resolve', { operation, code })).rejects.toMatchObject({
        code: 'invalid',
      });
    expect(await states(desk)).toEqual(['conflict']);
    await desk.call('outbox.resolve', { operation, code: ' NEW-2 ' });
    expect((await open(desk)).map(({ key, state }) => [key, state])).toEqual([
      ['NEW-2', 'waiting'],
    ]);
    await undo(desk);
    expect((await open(desk)).map(({ key, state }) => [key, state])).toEqual([['NEW', 'conflict']]);
    await desk.call('outbox.resolve', { operation, code: 'NEW-2' });
    await sendAll(desk);
    const all = desk.service.state.all('edgeBands').map(({ code, name }) => [code, name]);
    expect(all).toContainEqual(['NEW', 'Theirs']);
    expect(all.filter(([code]) => code === 'NEW-2')).toEqual([['NEW-2', 'Mine']]);
  });

  it('gives no other code to a change, nor to what may have arrived', async () => {
    const desk = await openSixteen();
    const operation = await inConflict(desk, 'ZAW-00');
    await expect(desk.call('outbox.resolve', { operation, code: 'X' })).rejects.toMatchObject({
      code: 'state',
    });
    expect(await states(desk)).toEqual(['conflict']);
  });

  it('for several alike is taken back in one, and stays where it was sent since', async () => {
    const desk = await openSixteen();
    const operations = [await inConflict(desk, 'ZAW-00'), await inConflict(desk, 'ZAW-01')];
    const { group } = await desk.call('outbox.resolveMany', { all: 'mine', operations });
    await undo(desk);
    expect(await states(desk)).toEqual(['conflict', 'conflict']);
    await desk.call('outbox.resolveMany', { all: 'mine', operations });
    await sendAll(desk);
    expect(group).toBeDefined();
    // Undo of the edit itself reverts a sent change. No decision is offered for undo before it.
    expect(await next(desk)).toMatchObject({ undo: 'edit' });
  });
});
