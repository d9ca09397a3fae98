import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';

/**
 * Pulls a remote new record, then simulates a lagging replica that hides it.
 *
 * The wall clock is also set one hour ahead.
 */
async function hidden() {
  const desk = await openDesk();
  const record = desk.service.state.insert('fittings', { kod: 'N-1', name: 'Nowy', price: '1' });
  await desk.pull();
  desk.service.state.remove('fittings', String(record['_id']));
  desk.clock.set(desk.clock.now() + 3_600_000);
  const rows = async () =>
    (await desk.call('records.list', { kind: 'fittings', search: 'N-1' })).rows;
  return { desk, rows };
}

describe('what another hand has made, and a Refresh has shown a moment ago', () => {
  it('is not taken for removed though the clock was set ahead since', async () => {
    const { desk, rows } = await hidden();
    await desk.pull();
    expect(await rows()).toHaveLength(1);
    desk.clock.advance(2 * SETTLE);
    await desk.pull();
    expect(await rows()).toHaveLength(0);
  });

  it('nor where Cabinet was started again behind that', async () => {
    const { desk, rows } = await hidden();
    await desk.restart();
    await desk.pull();
    expect(await rows()).toHaveLength(1);
    desk.clock.advance(2 * SETTLE);
    await desk.pull();
    expect(await rows()).toHaveLength(0);
  });
});
