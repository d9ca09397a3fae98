import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { pull, settle } from './desk.ts';

const COUNT = 30;

describe('what the list shows of many creations of unknown outcome', () => {
  it('is told from what others added with one look at them, not with one for each', async () => {
    const desk = await openDesk();
    await settle(desk);
    for (let n = 0; n < COUNT; n++)
      await desk.call('records.create', {
        kind: 'fittings',
        values: { kod: `NEW-${n}`, name: `Nowy ${n}` },
        files: [],
      });
    desk.service.addFault({ on: { method: 'POST' }, nth: 1, times: COUNT, kind: 'lostAnswer' });
    // A push stops behind a few lost answers.
    for (let n = 0; n < 6; n++) await desk.push();
    const prepare = vi.spyOn(Database.prototype, 'prepare');
    await pull(desk);
    const looks = prepare.mock.calls.filter(([sql]) => /coalesce\(e\.key, e\.title\)/.test(sql));
    expect(looks.length).toBeGreaterThan(0);
    expect(looks.length).toBeLessThan(COUNT / 2);
    expect((await desk.call('pulls.changes', { since: 1, change: 'added' })).changes).toEqual([]);
  });
});
