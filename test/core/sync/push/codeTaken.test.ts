import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const KIND = 'fittings' as const;
const MINE = { kod: 'SAME', name: 'Mój', price: '5' };
const THEIRS = { kod: 'SAME', name: 'Ich', price: '4' };

/** Opens a desk with a create in conflict, because another user took its code. */
async function openTaken(): Promise<{
  desk: TestWorkstation;
  ref: string;
  creation: string;
  theirs: string;
}> {
  const desk = await openDesk();
  const made = await desk.call('records.create', { kind: KIND, values: MINE, files: [] });
  const theirs = String(desk.service.state.insert(KIND, THEIRS)['_id']);
  expect(await desk.push()).toMatchObject({ conflict: 1 });
  return { desk, ref: made.id, creation: made.operation ?? '', theirs };
}

const change = (desk: TestWorkstation, ref: string, values: Record<string, string>) =>
  desk.call('records.update', { kind: KIND, ref, values, files: [] });

const mine = ({ desk, creation }: { desk: TestWorkstation; creation: string }) =>
  desk.call('outbox.resolve', { operation: creation, all: 'mine' });

const open = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.filter(
    ({ state }) => state !== 'done' && state !== 'discarded',
  );

describe('mine is chosen for a creation whose code is taken', () => {
  it('and what was changed behind it comes out on top, in one change of theirs', async () => {
    const taken = await openTaken();
    const { desk, ref, theirs } = taken;
    await change(desk, ref, { name: 'Mój drugi' });
    await mine(taken);
    await sendAll(desk);
    expect(desk.service.state.get(KIND, theirs)).toMatchObject({ name: 'Mój drugi', price: '5' });
    expect(await open(desk)).toEqual([]);
    expect(desk.service.log.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('and its removal is dropped: there is nothing of mine to remove', async () => {
    const taken = await openTaken();
    const { desk, ref, theirs } = taken;
    await change(desk, ref, { price: '6' });
    await desk.call('records.remove', { kind: KIND, ref });
    await mine(taken);
    await sendAll(desk);
    expect(desk.service.state.get(KIND, theirs)).toMatchObject({ name: 'Mój', price: '6' });
    expect(desk.service.log.some(({ method }) => method === 'DELETE')).toBe(false);
    expect(await open(desk)).toEqual([]);
  });

  it.each([
    ['changed', (desk: TestWorkstation, ref: string) => change(desk, ref, { price: '6' })],
    [
      'removed',
      (desk: TestWorkstation, ref: string) => desk.call('records.remove', { kind: KIND, ref }),
    ],
  ])('after theirs was read and changed here, and mine %s: nothing waits', async (_how, then) => {
    const taken = await openTaken();
    const { desk, ref, theirs } = taken;
    await then(desk, ref);
    await desk.pull();
    await change(desk, theirs, { price: '7' });
    await mine(taken);
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    const { rows } = await desk.call('records.list', { kind: KIND, search: 'SAME' });
    expect(rows).toHaveLength(1);
    expect(desk.service.state.get(KIND, theirs)).toMatchObject({ name: 'Mój' });
  });

  it('and what was changed here of theirs, in a field that was alike, stays changed', async () => {
    const desk = await openDesk();
    const made = await desk.call('records.create', { kind: KIND, values: MINE, files: [] });
    const theirs = desk.service.state.insert(KIND, { ...THEIRS, price: MINE.price });
    await desk.push();
    await desk.pull();
    await change(desk, String(theirs['_id']), { price: '7' });
    await mine({ desk, creation: made.operation ?? '' });
    await sendAll(desk);
    expect(desk.service.state.all(KIND).filter(({ kod }) => kod === MINE.kod)).toMatchObject([
      { name: MINE.name, price: '7' },
    ]);
  });

  it.each([
    ['before', async () => undefined],
    [
      'after',
      async (desk: TestWorkstation, ref: string) => change(desk, ref, { name: 'Mój drugi' }),
    ],
  ])('and what the person set of theirs stays, %s mine was changed', async (_when, then) => {
    const taken = await openTaken();
    const { desk, ref, theirs } = taken;
    await desk.pull();
    await change(desk, theirs, { name: 'Ustawiona' });
    await then(desk, ref);
    await mine(taken);
    const { rows } = await desk.call('records.list', { kind: KIND, search: 'SAME' });
    expect(rows).toMatchObject([{ id: theirs, fields: { name: 'Ustawiona', price: '5' } }]);
    await sendAll(desk);
    expect(desk.service.state.get(KIND, theirs)).toMatchObject({ name: 'Ustawiona', price: '5' });
    expect(await open(desk)).toEqual([]);
  });
});
