import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { pull, settle, theirs } from './desk.ts';

const YEAR = 365 * 86_400_000;

describe('what others changed since the newest pull', () => {
  it('is that of the pull that was made last, also where the clock was ahead at one before', async () => {
    const desk = await openDesk();
    await settle(desk);
    desk.clock.advance(YEAR);
    await pull(desk);
    desk.clock.set(desk.clock.now() - YEAR);
    desk.service.state.patch('fittings', theirs(desk, 'ZAW-110'), { price: '9.10' });
    await pull(desk);
    const { changes } = await desk.call('pulls.changes', { since: null });
    expect(changes.map(({ key }) => key)).toEqual(['ZAW-110']);
  });
});
