import { afterAll, expect, it, vi } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('window', page);
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { useItems } = await import('../../../../src/renderer/src/screens/review/walk/useItems.ts');
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
afterAll(() => vi.unstubAllGlobals());

const item = (index: number) => ({
  index,
  kind: 'fittings',
  id: `r${index}`,
  key: null,
  title: `Zawias ${index}`,
  mark: null,
  comment: '',
  markedAt: null,
  gone: false,
  problems: 0,
});

/** Returns how often the list of a review of `total` records is read during ten steps. */
async function readsOf(total: number): Promise<number> {
  const core = fakeCore({
    'review.items': (input) => {
      const { limit = 0 } = input as Input<'review.items'>;
      const items = Array.from({ length: Math.min(limit, total) }, (_, index) => item(index));
      return { total, items };
    },
  });
  followCore(core.client);
  const list = await useIn(({ index }) => useItems('one', index), { index: total - 1 });
  await settle();
  expect(list.now().items).toHaveLength(total);
  const before = core.calls.length;
  for (let step = 0; step < 10; step += 1) {
    core.emit('review.changed', { session: 'one' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await settle();
  }
  return core.calls.length - before;
}

it('a long list is not read anew at every step through it', async () => {
  expect(await readsOf(4_000)).toBeLessThan(4);
});

it('a short one is, so that a mark is in it at once', async () => {
  expect(await readsOf(40)).toBeGreaterThan(5);
});
