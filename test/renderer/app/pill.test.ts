import { describe, expect, it } from 'vitest';
import { pillOf } from '../../../src/renderer/src/app/frame/pill.ts';
import { QUEUE, STATUS } from '../support.ts';

const known = {
  link: 'up',
  status: STATUS,
  running: 'idle',
  connection: 'online',
  automatic: { mode: 'on', sendAt: null, refreshAt: null },
  problem: false,
  progress: null,
} as const;

const PAUSED = { mode: 'paused', sendAt: null, refreshAt: null } as const;
const OFFLINE = { ...PAUSED, mode: 'offline' } as const;

describe('the pill', () => {
  it.each([
    [{}, 'online'],
    [{ connection: 'unchecked' }, 'unchecked'],
    [{ connection: 'offline' }, 'offline'],
    [{ connection: 'network-sign-in' }, 'network-sign-in'],
    [{ connection: 'errors', running: 'push' }, 'sending'],
    [{ problem: true }, 'problem'],
    [{ connection: 'offline', problem: true }, 'offline'],
    [{ status: { ...STATUS, signedIn: false } }, 'signedOut'],
    [{ status: { ...STATUS, signedIn: false }, connection: 'offline' }, 'signedOut'],
    [{ running: 'push' }, 'sending'],
    [{ automatic: PAUSED }, 'paused'],
    [{ automatic: PAUSED, connection: 'offline' }, 'offline'],
    [{ automatic: OFFLINE, connection: 'unchecked' }, 'workingOffline'],
    [{ automatic: OFFLINE, running: 'push' }, 'sending'],
    [{ running: 'pull' }, 'reading'],
    [{ link: 'lost', running: 'push' }, 'connecting'],
    [{ status: null }, 'connecting'],
    [{ link: 'restarting' }, 'connecting'],
    [{ link: 'stopped' }, 'problem'],
  ] as const)('says with %o: %s', (change, word) => {
    expect(pillOf({ ...known, ...change }).word).toBe(word);
  });

  it('counts what is on its way apart from what needs a person', () => {
    const queue = { ...QUEUE, waiting: 3, held: 1, refused: 1, unknown: 1 };
    const pill = pillOf({ ...known, status: { ...STATUS, queue } });
    expect([pill.waiting, pill.needYou]).toEqual([4, 2]);
  });

  it('shows how far a run is only while it runs and its end is known', () => {
    const progress = { phase: 'pull', kind: 'fittings', done: 100, total: 400 } as const;
    expect(pillOf({ ...known, progress }).progress).toBeNull();
    const running = { ...known, running: 'pull' } as const;
    expect(pillOf({ ...running, progress }).progress).toEqual({ done: 100, total: 400 });
    expect(pillOf({ ...running, progress: { ...progress, total: null } }).progress).toBeNull();
  });

  it('tells the next automatic send only while nothing else is to be said', () => {
    const automatic = { mode: 'on', sendAt: 1_000, refreshAt: null } as const;
    expect(pillOf({ ...known, automatic }).sendAt).toBe(1_000);
    expect(pillOf({ ...known, automatic, connection: 'offline' }).sendAt).toBeNull();
    expect(pillOf({ ...known, automatic, running: 'push' }).sendAt).toBeNull();
  });
});
