import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import { OWN_TO_SERVICE } from '#contract/resources/updates.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { openDesk, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf, only, SETTLE } from '../../../support/editing.ts';
import { held as whole, showOnce } from './behindDesk.ts';

const FITTING = {
  kod: 'ZAW-110',
  name: 'Zawias 110°',
  price: '8.90',
  status: '1',
  description: 'Stary opis',
  wymiary: { x: '10', y: '20', z: '30' },
};
const SEEDS = { ...SEED, fittings: [FITTING, { ...FITTING, kod: 'ZAW-155', name: 'Zawias 155°' }] };
type Honoured = 'documented' | 'all' | 'refused';

const openWith = (updatesHonoured: Honoured) =>
  openDesk({ seed: SEEDS, variant: { updatesHonoured } });

function attempt(desk: TestWorkstation, field: string, value: Json, ref = 'ZAW-110') {
  return desk.call('serviceFacts.try', { kind: 'fittings', ref, field, value });
}

const factsOf = async (desk: TestWorkstation, kind: Kind = 'fittings') =>
  (await desk.call('serviceFacts.list', {})).facts.filter((each) => each.kind === kind);
const patches = (desk: TestWorkstation) =>
  desk.service.log.filter(({ method }) => method === 'PATCH');
const bodiesOf = (desk: TestWorkstation) => patches(desk).map(({ body }) => body);
/** The service's record without what the service sets by itself. */
function held(desk: TestWorkstation, kod = 'ZAW-110'): JsonObject {
  const found = desk.service.state.all('fittings').find((each) => each['kod'] === kod) ?? {};
  return Object.fromEntries(Object.entries(found).filter(([name]) => !OWN_TO_SERVICE.has(name)));
}

/** Sends a trial whose old value is read back, and waits until a lagging replica is ruled out. */
async function expectNothingProven(desk: TestWorkstation): Promise<void> {
  expect(await desk.push()).toMatchObject({ done: 0, unknown: 1, refused: 0 });
  expect(await factsOf(desk)).toEqual([]);
  expect(await only(desk)).toMatchObject({
    state: 'unknown',
    reason: { details: { why: 'as-before' } },
  });
  desk.clock.advance(SETTLE);
}

describe('a change of a field that the document does not list for updates', () => {
  it.each([
    ['description', 'Nowy opis'],
    ['status', '2'],
    ['stock', 7],
    ['wymiary', { x: '11' }],
  ] as const)('learns in one trial that the service keeps %s', async (field, value) => {
    const desk = await openWith('all');
    await attempt(desk, field, value);
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0, waiting: 0 });
    expect(await factsOf(desk)).toMatchObject([
      {
        field,
        fact: 'update',
        value: 'kept',
        source: 'service',
        words: null,
        request: 'PATCH /adminapi/fittings/:id',
        record: 'ZAW-110',
        at: expect.any(Number),
      },
    ]);
    const sent = field === 'wymiary' ? { ...FITTING.wymiary, x: '11' } : value;
    expect(bodiesOf(desk)).toEqual([{ [field]: sent }]);
    expect(held(desk)).toEqual({ ...FITTING, [field]: sent });
    await desk.call('pulls.settle', {});
    expect((await desk.call('pulls.changes', { since: 1 })).changes).toEqual([]);
    // From now on it is a field as any other.
    await edit(desk, { [field]: field === 'wymiary' ? { x: '12' } : '3', name: 'Nowa' } as never);
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    expect(held(desk)).toMatchObject({ name: 'Nowa' });
  });

  it.each(['description', 'status'])(
    'learns in one trial that the service ignores %s, and frees the record',
    async (field) => {
      const desk = await openWith('documented');
      await attempt(desk, field, '2');
      await expectNothingProven(desk);
      expect(await desk.push()).toMatchObject({ done: 1, refused: 0, waiting: 0, conflict: 0 });
      expect(await factsOf(desk)).toMatchObject([{ field, value: 'not-kept', words: null }]);
      expect(bodiesOf(desk)).toEqual([{ [field]: '2' }]);
      expect(held(desk)).toEqual(FITTING);
      const { record } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' });
      expect(record[field]).toBe(FITTING[field as 'status']);
      const { entries } = await desk.call('history.list', {});
      expect(entries[0]).toMatchObject({
        field,
        after: '2',
        result: 'done-note',
        reason: { code: 'not-kept', details: { kept: [{ field, sent: '2' }] } },
      });
      // Nothing repeats it: neither another change of the record nor another push.
      await edit(desk, { name: 'Nowa' });
      expect(await desk.push()).toMatchObject({ done: 1 });
      await desk.push();
      expect(bodiesOf(desk)).toEqual([{ [field]: '2' }, { name: 'Nowa' }]);
      await expect(edit(desk, { [field]: '2' })).rejects.toMatchObject({ code: 'invalid' });
    },
  );

  it('learns in one trial that the service refuses it, with its words', async () => {
    const desk = await openWith('refused');
    await attempt(desk, 'description', 'Nowy opis');
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0, waiting: 0 });
    expect(await factsOf(desk)).toMatchObject([
      { field: 'description', value: 'not-kept', words: '"description" is not allowed' },
    ]);
    expect(held(desk)).toEqual(FITTING);
    await edit(desk, { name: 'Nowa' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(patches(desk)).toHaveLength(2);
  });

  it('asks the user after a refusal of the value, which says nothing of the field', async () => {
    const desk = await openWith('all');
    const message = '"status" must be one of [1, 2]';
    desk.service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'status',
      status: 400,
      message,
    });
    await attempt(desk, 'status', '7');
    expect(await desk.push()).toMatchObject({ done: 0, refused: 1 });
    expect((await factsOf(desk)).filter(({ fact }) => fact === 'update')).toEqual([]);
  });

  it('asks the user after a refusal that does not name the field', async () => {
    const desk = await openWith('documented');
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'status', status: 403 });
    await attempt(desk, 'description', 'Nowy opis');
    expect(await desk.push()).toMatchObject({ done: 0, refused: 1 });
    expect(await factsOf(desk)).toEqual([]);
    // A later change of another field is no correction of it.
    await edit(desk, { name: 'Nowa' });
    const { operations } = await desk.call('outbox.list', {});
    expect(operations.map(({ state, changes }) => [state, changes.length])).toEqual([
      ['refused', 1],
      ['held', 1],
    ]);
  });

  it('stays alone beside other pending changes of the record', async () => {
    const desk = await openWith('all');
    await edit(desk, { name: 'Nowa' });
    await attempt(desk, 'description', 'Nowy opis');
    await attempt(desk, 'description', 'Nowszy opis');
    await edit(desk, { price: '9.20' });
    expect(await desk.push()).toMatchObject({ waiting: 0, refused: 0 });
    expect(bodiesOf(desk)).toEqual([{ name: 'Nowa', price: 9.2 }, { description: 'Nowszy opis' }]);
  });

  it('waits in the outbox without a connection, and can be taken back', async () => {
    const desk = await openWith('all');
    await attempt(desk, 'description', 'Nowy opis');
    await desk.restart();
    expect(await only(desk)).toMatchObject({ state: 'waiting', action: 'update' });
    const { plan } = await desk.call('undo.plan', {});
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    expect((await desk.call('outbox.list', { states: ['waiting'] })).operations).toEqual([]);
    await desk.push();
    expect(patches(desk)).toEqual([]);
    expect(await factsOf(desk)).toEqual([]);
  });

  it('looks up a trial whose answer was lost, and does not send it again', async () => {
    const desk = await openWith('all');
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'lostAnswer' });
    await attempt(desk, 'description', 'Nowy opis');
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    expect(await factsOf(desk)).toEqual([]);
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1, unknown: 0 });
    expect(await factsOf(desk)).toMatchObject([{ value: 'kept' }]);
    expect(patches(desk)).toHaveLength(1);
  });

  it('asks the user when a lost trial did not arrive', async () => {
    const desk = await openWith('all');
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'resetBefore' });
    await attempt(desk, 'description', 'Nowy opis');
    await desk.push();
    desk.clock.advance(2 * SETTLE);
    expect(await desk.push()).toMatchObject({ refused: 1, unknown: 0 });
    expect(await factsOf(desk)).toEqual([]);
    await desk.call('outbox.retry', { operation: (await only(desk)).id });
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    expect(await factsOf(desk)).toMatchObject([{ value: 'kept' }]);
  });

  it('does not send an applied trial again whose record could not be read back', async () => {
    const desk = await openWith('documented');
    desk.service.addFault({ on: { method: 'GET' }, nth: 2, kind: 'status', status: 500 });
    await attempt(desk, 'description', 'Nowy opis');
    await desk.push();
    desk.clock.advance(2 * SETTLE);
    await desk.push();
    expect(await factsOf(desk)).toMatchObject([{ value: 'not-kept' }]);
    expect(patches(desk)).toHaveLength(1);
  });

  it('learns nothing from a replica that still shows the old value', async () => {
    const desk = await openWith('all');
    await attempt(desk, 'description', 'Nowy opis');
    // The second read is that after the write.
    showOnce(desk, whole(desk), { nth: 2 });
    await expectNothingProven(desk);
    expect(await desk.push()).toMatchObject({ done: 1, unknown: 0, refused: 0 });
    expect(await factsOf(desk)).toMatchObject([{ field: 'description', value: 'kept' }]);
    expect(bodiesOf(desk)).toEqual([{ description: 'Nowy opis' }]);
    expect(held(desk)).toEqual({ ...FITTING, description: 'Nowy opis' });
  });

  it('does not take back what it learned because of such a replica', async () => {
    const desk = await openWith('all');
    await attempt(desk, 'description', 'Nowy opis');
    await desk.push();
    showOnce(desk, whole(desk), { nth: 2 });
    await edit(desk, { description: 'Nowszy opis' });
    await desk.push();
    // A restart forgets which writes are recent.
    await desk.restart();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    expect(await factsOf(desk)).toMatchObject([{ value: 'kept' }]);
    expect(patches(desk)).toHaveLength(2);
  });

  it('asks about a change by others of the same field', async () => {
    const desk = await openWith('all');
    await attempt(desk, 'description', 'Nowy opis');
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { description: 'Ich opis' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    expect(patches(desk)).toEqual([]);
  });

  it('unlearns a field that the service does not keep any more', async () => {
    const desk = await openWith('all');
    await attempt(desk, 'description', 'Nowy opis');
    await desk.push();
    const [kept] = await factsOf(desk);
    desk.service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'after')
          desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { description: 'Nowy opis' });
      },
    });
    await edit(desk, { description: 'Nowszy opis', name: 'Nowa' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    expect(await factsOf(desk)).toEqual([kept]);
    desk.clock.advance(SETTLE);
    // The user expected it to be kept, so it needs a decision.
    expect(await desk.push()).toMatchObject({ refused: 1 });
    expect(await factsOf(desk)).toEqual([{ ...kept, value: 'not-kept', at: expect.any(Number) }]);
  });

  it('opens a field that the service keeps to bulk changes and the schema', async () => {
    const desk = await openWith('all');
    const change = { code: 'set', field: 'description', value: 'Nowy opis' } as const;
    const plan = () =>
      desk.call('bulk.plan', {
        kind: 'fittings',
        selection: { ids: [idOf(desk, 'ZAW-110'), idOf(desk, 'ZAW-155')] },
        change,
      });
    await expect(plan()).rejects.toMatchObject({ code: 'invalid' });
    await attempt(desk, 'description', 'Nowy opis');
    await desk.push();
    const { plan: id, counts } = await plan();
    expect(counts).toMatchObject({ changed: 1, same: 1 });
    await desk.call('changesets.queue', { plan: id });
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    expect(held(desk, 'ZAW-155')).toMatchObject({ description: 'Nowy opis' });
    const { fields } = await desk.call('learned.schema', { kind: 'fittings' });
    const updates = new Map(fields.map(({ path, update }) => [path, update]));
    expect(updates.get('description')).toBe('kept');
    expect(updates.get('name')).toBe('documented');
    expect(updates.get('status')).toBe('untried');
  });

  it('publishes a product where the service keeps it', async () => {
    const desk = await openDesk({ variant: { updatesHonoured: 'all' } });
    const { rows } = await desk.call('records.list', { kind: 'products' });
    const ref = rows[0]?.id ?? '';
    await desk.call('serviceFacts.try', {
      kind: 'products',
      ref,
      field: 'isPublished',
      value: 'true',
    });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(bodiesOf(desk)).toEqual([{ isPublished: true }]);
    expect(await factsOf(desk, 'products')).toMatchObject([
      { field: 'isPublished', value: 'kept', record: 'Szafa 2D' },
    ]);
  });

  it.each(['updatedAt', 'nothing', 'toString'])('does not try %s', async (field) => {
    const desk = await openWith('all');
    const kind = field === 'updatedAt' ? 'products' : 'fittings';
    const trial = { kind, ref: 'ZAW-110', field, value: ['x'] } as const;
    await expect(desk.call('serviceFacts.try', trial)).rejects.toMatchObject({
      code: expect.stringMatching(/invalid/),
    });
  });

  it('does not try a field of a record that the service does not have yet', async () => {
    const desk = await openWith('all');
    const values = { kod: 'NEW-1', name: 'Nowy' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    await expect(attempt(desk, 'description', 'Opis', 'NEW-1')).rejects.toMatchObject({
      code: 'state',
      details: { why: { code: 'trial-unsent' } },
    });
  });
});
