import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { undo } from '../../../support/sheets.ts';
import { addNeeding, FITTING } from './neededFitting.ts';

const KIND = 'fittings' as const;
const POST_FITTING = { method: 'POST', path: '/adminapi/fittings' };
const THEIRS = { kod: 'N-1', name: 'Ich', price: '4' };

const open = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations
    .filter(({ state }) => state !== 'done' && state !== 'discarded')
    .map(({ kind, state, reason }) => [kind, state, reason?.text]);

const products = (desk: TestWorkstation) =>
  desk.service.state.all('products').filter(({ name }) => name === 'Szafka');

/**
 * Opens a desk with a product that waits for a new fitting.
 *
 * Another user has taken the code of the fitting meanwhile.
 */
async function openTaken(): Promise<{ desk: TestWorkstation; creation: string }> {
  const desk = await openDesk();
  const made = await desk.call('records.create', { kind: KIND, values: FITTING, files: [] });
  await addNeeding(desk);
  desk.service.state.insert(KIND, THEIRS);
  expect(await desk.push()).toMatchObject({ conflict: 1, held: 1 });
  return { desk, creation: made.operation ?? '' };
}

describe('what waits for a new record whose code is taken', () => {
  it.each(['mine', 'theirs'] as const)('goes on once %s is chosen', async (all) => {
    const { desk, creation } = await openTaken();
    await desk.call('outbox.resolve', { operation: creation, all });
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(products(desk)).toHaveLength(1);
  });
});

it('a thing that a product needs is left as it is where another hand makes it in the last moment', async () => {
  const desk = await openDesk();
  await addNeeding(desk);
  let isMade = false;
  desk.service.addFault({
    on: POST_FITTING,
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'before' && !isMade) desk.service.state.insert(KIND, THEIRS);
      isMade = true;
    },
  });
  await sendAll(desk);
  expect(await open(desk)).toEqual([]);
  expect(products(desk)).toHaveLength(1);
});

it('what a person held waits for what it needs once it is let go, and says so', async () => {
  const desk = await openDesk();
  await addNeeding(desk);
  const [fitting, product] = (await desk.call('outbox.list', {})).operations;
  await desk.call('outbox.hold', { operation: product?.id ?? '' });
  await desk.call('outbox.discard', { operation: fitting?.id ?? '' });
  await desk.call('outbox.release', { operation: product?.id ?? '' });
  await sendAll(desk);
  expect(products(desk)).toEqual([]);
  expect(await open(desk)).toEqual([
    ['products', 'held', 'Waits for create of N-1, which was discarded.'],
  ]);
  await desk.call('outbox.release', { operation: product?.id ?? '' });
  await sendAll(desk);
  expect(products(desk)).toHaveLength(1);
});

it('what waits for a refused creation says so, once that is discarded', async () => {
  const desk = await openDesk();
  await addNeeding(desk);
  desk.service.addFault({ on: POST_FITTING, nth: 1, kind: 'status', status: 400 });
  expect(await desk.push()).toMatchObject({ refused: 1, held: 1 });
  const [fitting] = (await desk.call('outbox.list', { states: ['refused'] })).operations;
  await desk.call('outbox.discard', { operation: fitting?.id ?? '' });
  expect(await open(desk)).toEqual([
    ['products', 'held', 'Waits for create of N-1, which was discarded.'],
  ]);
});

describe('a product that is made again with what it needs', () => {
  it('waits for that', async () => {
    const desk = await openDesk();
    await addNeeding(desk);
    await sendAll(desk);
    const { group } = await undo(desk);
    await sendAll(desk);
    expect(products(desk)).toEqual([]);
    await undo(desk, group ?? '');
    desk.service.addFault({ on: POST_FITTING, nth: 1, kind: 'status', status: 400 });
    await sendAll(desk);
    expect(products(desk)).toEqual([]);
    expect(await open(desk)).toEqual([
      [KIND, 'refused', expect.anything()],
      ['products', 'held', 'Waits for create of N-1, which is refused.'],
    ]);
  });
});
