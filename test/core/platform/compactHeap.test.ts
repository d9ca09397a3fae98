import { getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compactHeap } from '#core/platform/compactHeap.ts';

it('gives back what nobody uses, and leaves the collector to nobody else', async () => {
  const used = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
  const unused = new WeakRef(used.map(({ at }) => ({ at })));
  // A dereferenced `WeakRef` keeps its target until the turn is over.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  const before = getHeapStatistics().total_heap_size;
  compactHeap();
  expect(unused.deref()).toBeUndefined();
  expect(used).toHaveLength(1_000_000);
  expect(getHeapStatistics().total_heap_size).toBeLessThan(before);
  expect(runInNewContext('typeof gc')).toBe('undefined');
});
