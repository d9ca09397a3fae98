import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { only } from '../../support/editing.ts';
import { pull, theirs } from './desk.ts';

const ON = { method: 'DELETE' };

/** Removes a fitting, gets no answer, and takes the removal back. */
async function discarded(
  desk: TestWorkstation,
  kind: 'lostAnswer' | 'resetBefore',
): Promise<string> {
  await desk.pull();
  await pull(desk);
  const id = theirs(desk, 'ZAW-155');
  await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
  desk.service.addFault({ on: ON, nth: 1, kind });
  await desk.push();
  const { id: operation, state } = await only(desk);
  expect(state).toBe('unknown');
  await desk.call('outbox.discard', { operation });
  return id;
}

const deleted = async (desk: TestWorkstation) => (await desk.call('trash.list', {})).items;
const removedByOthers = async (desk: TestWorkstation) =>
  (await desk.call('pulls.changes', { since: 0, change: 'removed' })).changes.map(({ id }) => id);

describe('a removal of unknown outcome that was discarded', () => {
  it('is told as removed here where it had arrived in truth', async () => {
    const desk = await openDesk();
    const id = await discarded(desk, 'lostAnswer');
    await pull(desk);
    expect(await deleted(desk)).toMatchObject([{ id, by: 'here' }]);
    expect(await removedByOthers(desk)).toEqual([]);
  });

  it('is not, where the record was read since, and another hand removed it then', async () => {
    const desk = await openDesk();
    const id = await discarded(desk, 'resetBefore');
    await pull(desk);
    expect(await deleted(desk)).toEqual([]);
    await pull(desk);
    desk.service.state.remove('fittings', id);
    await pull(desk);
    expect(await deleted(desk)).toMatchObject([{ id, by: 'there' }]);
    expect(await removedByOthers(desk)).toEqual([id]);
  });
});
