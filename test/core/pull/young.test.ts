import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';

const SETTLE = 120_000;

describe('what was sent and read back a moment ago', () => {
  it('is not taken for removed by a list that does not know it yet', async () => {
    const desk = await openDesk();
    const values = { kod: 'N-1', name: 'Nowy', price: '1.00' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    await desk.push();
    const made = desk.service.state.all('fittings').find(({ kod }) => kod === 'N-1');
    const shown = async () =>
      (await desk.call('records.list', { kind: 'fittings', search: 'N-1' })).rows.length;
    // To whoever asks a copy that is behind, it is as if it were not there.
    desk.service.state.remove('fittings', String(made?.['_id']));
    desk.clock.advance(SETTLE / 2);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 0 });
    expect(await shown()).toBe(1);
    desk.clock.advance(SETTLE);
    expect((await desk.pull()).kinds.fittings).toMatchObject({ complete: true, removed: 1 });
    expect(await shown()).toBe(0);
  });
});
