import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { useUsers } = await import('../../../../src/renderer/src/screens/records/panel/useUsers.ts');

interface Shown {
  readonly ref: string;
  readonly inSight: boolean;
}

const kind: Kind = 'fittings';
let asked: string[] = [];
/** The fake core answers when this resolves. */
let reading = Promise.resolve();
const core = fakeCore({
  'records.usedBy': async (input) => {
    const { ref } = input as Input<'records.usedBy'>;
    asked.push(ref);
    await reading;
    return { total: asked.length, users: [] };
  },
});
const use = (shown: Shown) =>
  useIn(({ ref, inSight }: Shown) => useUsers(kind, ref, inSight), shown);
async function stay(): Promise<void> {
  await vi.advanceTimersByTimeAsync(500);
  await settle();
}
const edit = async () => {
  core.emit('records.changed', { kind });
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked = [];
  reading = Promise.resolve();
  followCore(core.client);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('where a record is used', () => {
  it('is asked for once somebody stays with it, not by who passes by', async () => {
    const users = await use({ ref: 'a', inSight: false });
    await users.use({ ref: 'b', inSight: false });
    await users.use({ ref: 'c', inSight: false });
    expect(asked).toEqual([]);
    await stay();
    expect(asked).toEqual(['c']);
    expect(users.now().data?.total).toBe(1);
  });

  it('is never told of the record before', async () => {
    const users = await use({ ref: 'a', inSight: true });
    await stay();
    expect(users.now().data?.total).toBe(1);
    const gate = Promise.withResolvers<void>();
    reading = gate.promise;
    await users.use({ ref: 'b', inSight: true });
    expect(users.now().data).toBeUndefined();
    await stay();
    expect(asked).toEqual(['a', 'b']);
    expect(users.now().data).toBeUndefined();
    gate.resolve();
    await settle();
    expect(users.now().data?.total).toBe(2);
  });

  it('is asked for anew with every change in sight, and else when it comes into sight', async () => {
    const users = await use({ ref: 'a', inSight: false });
    await stay();
    await edit();
    expect(asked).toHaveLength(1);
    await users.use({ ref: 'a', inSight: true });
    expect(asked).toHaveLength(2);
    await edit();
    expect(asked).toHaveLength(3);
  });
});
