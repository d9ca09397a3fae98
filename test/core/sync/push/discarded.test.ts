import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf, only, SETTLE } from '../../../support/editing.ts';

const FITTINGS = '/adminapi/fittings';
const nameOf = (desk: TestWorkstation) =>
  desk.service.state.get('fittings', idOf(desk, 'ZAW-110'))?.['name'];
const queue = async (desk: TestWorkstation) => (await desk.call('status.get', {})).queue;

/**
 * Pushes one operation whose request is reset; its outcome stays unknown.
 *
 * Returns the id of the operation.
 */
async function loseRequest(
  desk: TestWorkstation,
  method: 'POST' | 'PATCH' | 'DELETE',
): Promise<string> {
  const path = method === 'POST' ? FITTINGS : `${FITTINGS}/${idOf(desk, 'ZAW-110')}`;
  desk.service.addFault({ on: { method, path }, nth: 1, kind: 'resetBefore' });
  expect(await desk.push()).toMatchObject({ unknown: 1 });
  return (await only(desk)).id;
}

/** A change that was sent without an answer, was taken back, and has another one behind it. */
async function discardFirst(desk: TestWorkstation): Promise<void> {
  await edit(desk, { name: 'The first' });
  const first = await loseRequest(desk, 'PATCH');
  await desk.call('outbox.discard', { operation: first });
  await edit(desk, { name: 'The second' });
}

describe('a change that was taken back while it may still arrive', () => {
  it('is waited for before a further one of its record is sent', async () => {
    const desk = await openDesk();
    const before = nameOf(desk);
    await discardFirst(desk);
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    expect(nameOf(desk)).toBe(before);
    expect((await only(desk)).reason).toMatchObject({ details: { why: 'discarded' } });

    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(nameOf(desk)).toBe('The second');
  });

  it('is asked about where it arrives after all and says something else', async () => {
    const desk = await openDesk();
    await discardFirst(desk);
    await desk.push();
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { name: 'The first' });
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ conflict: 1 });
  });

  it('is waited for though the program was started again and the clock was set ahead', async () => {
    const desk = await openDesk();
    const before = nameOf(desk);
    await discardFirst(desk);
    desk.clock.set(desk.clock.now() + 10 * SETTLE);
    await desk.restart();
    await desk.push();
    expect(nameOf(desk)).toBe(before);
  });

  it('is waited for where it was a removal: what is changed then is not removed with it', async () => {
    const desk = await openDesk();
    const before = nameOf(desk);
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    const removal = await loseRequest(desk, 'DELETE');
    await desk.call('outbox.discard', { operation: removal });
    await edit(desk, { name: 'Kept' });
    await desk.push();
    expect(nameOf(desk)).toBe(before);
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(nameOf(desk)).toBe('Kept');
  });

  it('is waited for where it was a creation: one of the same code is not made beside it', async () => {
    const desk = await openDesk();
    const create = (name: string) =>
      desk.call('records.create', {
        kind: 'fittings',
        values: { kod: 'SAME-1', name },
        files: [],
      });
    const held = () =>
      desk.service.state.all('fittings').filter((each) => each['kod'] === 'SAME-1');
    await create('The first');
    const first = await loseRequest(desk, 'POST');
    await desk.call('outbox.discard', { operation: first });
    await create('The second');
    await desk.push();
    expect(held()).toEqual([]);
    desk.service.state.insert('fittings', { kod: 'SAME-1', name: 'The first' });
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(held()).toHaveLength(1);
    expect(await queue(desk)).toMatchObject({ conflict: 1 });
  });

  it('keeps nobody waiting where the service had refused it', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'The first' });
    const path = `${FITTINGS}/${idOf(desk, 'ZAW-110')}`;
    const on = { method: 'PATCH', path } as const;
    desk.service.addFault({ on, nth: 1, kind: 'status', status: 400 });
    expect(await desk.push()).toMatchObject({ refused: 1 });
    await desk.call('outbox.discard', { operation: (await only(desk)).id });
    await edit(desk, { name: 'The second' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(nameOf(desk)).toBe('The second');
  });
});
