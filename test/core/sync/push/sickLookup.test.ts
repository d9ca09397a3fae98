import { expect, it } from 'vitest';
import type { State } from '#contract/operations.ts';
import { openDesk, SEED } from '../../../support/desk.ts';
import { lookTwice, SETTLE } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const LOOKUPS = /\/getByKod\//;
const LIST = '/adminapi/fittings';
const FITTINGS = { method: 'POST', path: LIST };

/** The service is well, but for the one question for a code. */
const sicken = (desk: TestWorkstation, times = 1_000, status = 500) =>
  desk.service.addFault({ on: { path: LOOKUPS }, nth: 1, times, kind: 'status', status });

async function pushOften(desk: TestWorkstation, times: number): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    desk.clock.advance(2 * SETTLE);
    await desk.push();
  }
}

const create = (desk: TestWorkstation, values: { kod: string; name: string }) =>
  desk.call('records.create', { kind: 'fittings', values, files: [] });

const inState = async (desk: TestWorkstation, state: State) =>
  (await desk.call('outbox.list', { states: [state] })).operations;

const called = (desk: TestWorkstation, name: string) =>
  desk.service.state.all('fittings').filter((record) => record['name'] === name);

it('a creation whose code is never answered about goes out when the list shows that it is free', async () => {
  const desk = await openDesk();
  sicken(desk);
  await create(desk, { kod: 'Z-9', name: 'Zawias nowy' });
  await desk.push();
  expect(called(desk, 'Zawias nowy')).toEqual([]);
  expect(await inState(desk, 'waiting')).toMatchObject([
    { reason: { code: 'retry-later', details: { why: 'look-up', name: 'Z-9' } } },
  ]);
  await pushOften(desk, 4);
  expect(called(desk, 'Zawias nowy')).toMatchObject([{ kod: 'Z-9' }]);
  expect(await inState(desk, 'done')).toHaveLength(1);
});

it('a creation whose code the list shows as taken asks, though the code is never answered about', async () => {
  const desk = await openDesk({ variant: { uniqueKod: false } });
  desk.service.state.insert('fittings', { kod: 'Z-9', name: 'Prowadnica', price: '3.30' });
  sicken(desk);
  await create(desk, { kod: 'Z-9', name: 'Zawias nowy' });
  await pushOften(desk, 5);
  expect(called(desk, 'Zawias nowy')).toEqual([]);
  expect(await inState(desk, 'conflict')).toMatchObject([{ reason: { code: 'key-taken' } }]);
});

it('the whole list is not walked before the question was asked a few times', async () => {
  const desk = await openDesk();
  sicken(desk);
  await create(desk, { kod: 'Z-9', name: 'Zawias nowy' });
  await desk.push();
  await pushOften(desk, 2);
  expect(called(desk, 'Zawias nowy')).toEqual([]);
  expect(await inState(desk, 'waiting')).toMatchObject([
    { reason: { details: { why: 'look-up', count: 3 } } },
  ]);
});

it('a list that shows no codes at all says nothing about one', async () => {
  const desk = await openDesk({
    seed: { ...SEED, fittings: [{ name: 'Zawias 110°', price: '8.90' }] },
  });
  sicken(desk, 1_000, 503);
  await create(desk, { kod: 'Z-9', name: 'Zawias nowy' });
  await pushOften(desk, 6);
  expect(called(desk, 'Zawias nowy')).toEqual([]);
  expect(await inState(desk, 'waiting')).toMatchObject([
    { reason: { details: { why: 'look-up' } } },
  ]);
});

/** A creation that arrives late: looked for in between, so that it goes out a second time, and is refused. */
async function refuseSecond(desk: TestWorkstation, onRefusal: () => void): Promise<void> {
  await create(desk, { kod: 'Z-9', name: 'Zawias nowy' });
  desk.service.addFault({ on: FITTINGS, nth: 1, kind: 'resetBefore' });
  await desk.push();
  let isFirst = true;
  const hook = (phase: 'before' | 'after') => {
    if (phase === 'before' && isFirst) onRefusal();
    isFirst = false;
  };
  desk.service.addFault({ on: FITTINGS, kind: 'hook', hook });
  desk.service.addFault({ on: FITTINGS, nth: 1, kind: 'status', status: 409, message: 'taken' });
  await lookTwice(desk);
}

it('a refusal behind a lost answer is settled by the list where the code cannot be asked for', async () => {
  const desk = await openDesk();
  await refuseSecond(desk, () => {
    desk.service.state.insert('fittings', { kod: 'Z-9', name: 'Zawias nowy' });
    sicken(desk);
  });
  expect(await inState(desk, 'refused')).toEqual([]);
  // One more look, whether the first one arrived as well.
  await pushOften(desk, 1);
  expect(called(desk, 'Zawias nowy')).toHaveLength(1);
  expect(await inState(desk, 'done')).toHaveLength(1);
});

it('a refusal behind a lost answer is not believed while nothing can be looked through', async () => {
  const desk = await openDesk({ variant: { total: 'missing', order: 'newest' } });
  const { state } = desk.service;
  let lists = 0;
  await refuseSecond(desk, () => {
    sicken(desk, 20);
    const hook = () => {
      if (++lists < 20) state.insert('fittings', { kod: `N-${lists}`, name: 'Noga' });
    };
    desk.service.addFault({ on: { method: 'GET', path: LIST }, kind: 'hook', hook });
  });
  expect(await inState(desk, 'unknown')).toMatchObject([
    { reason: { code: 'no-answer', answer: 'taken', details: { why: 'look-up', name: 'Z-9' } } },
  ]);
  await pushOften(desk, 8);
  expect(called(desk, 'Zawias nowy')).toHaveLength(1);
  expect(await inState(desk, 'done')).toHaveLength(1);
});
