import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import { page, useIn } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';
import { fakeCore, QUEUE, settle, STATUS } from '../../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { statusStore } = await import('../../../../src/renderer/src/state/status.ts');
const { useChanges } =
  await import('../../../../src/renderer/src/screens/records/state/useChanges.ts');

/** The largest number of operations in one answer of the core. */
const MOST = 10_000;
let all = [operation()];
const core = fakeCore({
  'outbox.list': (input) => {
    const { after = -1, limit = MOST } = input as Input<'outbox.list'>;
    return { operations: all.filter(({ seq }) => seq > after).slice(0, limit) };
  },
});
const COUNTS = { ...QUEUE, waiting: 1 };
const open = (count: number) =>
  Array.from({ length: count }, (_, seq) => operation({ id: `${seq}`, seq, recordId: `r${seq}` }));

beforeEach(() => {
  core.calls.length = 0;
  followCore(core.client);
  statusStore.setState({ status: { ...STATUS, queue: COUNTS } });
});

describe('the changes that stand beside the rows of a list', () => {
  it('are those of the last row too, where there are more than are listed at once', async () => {
    all = open(MOST + 5);
    const changes = await useIn(useChanges, 'fittings');
    await vi.waitFor(() => expect(changes.now().size).toBe(MOST + 5));
    expect(changes.now().get(`r${MOST + 4}`)).toMatchObject([{ id: `${MOST + 4}` }]);
  });

  it('are read again after a notice, and once for many that come together', async () => {
    all = open(2);
    const changes = await useIn(useChanges, 'fittings');
    await settle();
    const before = core.calls.length;
    all = open(3);
    for (let notice = 0; notice < 20; notice += 1) {
      core.emit('outbox.changed', { counts: COUNTS });
      await settle();
    }
    await vi.waitFor(() => expect(changes.now().size).toBe(3));
    expect(core.calls.length - before).toBeLessThan(10);
  });
});
