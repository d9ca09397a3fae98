import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { pull, settle, theirs } from './desk.ts';

const HOUR = 3_600_000;

describe('what others did', () => {
  it.each([{ since: 1 }, { since: null }])(
    'is told where the clock was set back while the list was read: since $since',
    async ({ since }) => {
      const desk = await openDesk();
      await pull(desk);
      desk.clock.advance(24 * HOUR);
      desk.service.state.patch('fittings', theirs(desk, 'ZAW-110'), { producent: 'Fersa' });
      desk.service.state.insert('fittings', { kod: 'NEW-1', name: 'Nowy', price: '1' });
      desk.service.state.remove('fittings', theirs(desk, 'ZAW-155'));
      desk.service.addFault({
        on: { method: 'GET' },
        nth: 1,
        kind: 'hook',
        hook: (phase) => {
          if (phase === 'before') desk.clock.set(desk.clock.now() - HOUR);
        },
      });
      await desk.pull();
      await settle(desk);
      const { changes } = await desk.call('pulls.changes', { since });
      expect(changes.map(({ key, change }) => `${key ?? ''} ${change}`).toSorted()).toEqual([
        'NEW-1 added',
        'ZAW-110 changed',
        'ZAW-155 removed',
      ]);
      const { pulls } = await desk.call('pulls.list', {});
      expect(pulls.find(({ kind }) => kind === 'fittings')).toMatchObject({
        added: 1,
        changed: 1,
        removed: 1,
      });
    },
  );
});
