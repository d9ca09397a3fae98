import { expect, it } from 'vitest';
import { afterPage, startPaging } from '#core/sync/pull/paging.ts';
import type { PageFacts } from '#core/sync/pull/paging.ts';

/** A page of records that were all seen before, in a list that promises any number of them. */
const pageOf = (ids: string): PageFacts => ({
  ids: ids.split(''),
  count: ids.length,
  total: 1e15,
  fresh: 0,
  again: ids.length,
  firstWasSeen: true,
  changed: 0,
  keepsOrder: true,
  seen: 8,
});

it('a list that runs in circles ends, whatever total it promises', () => {
  let state = startPaging(4);
  for (let page = 0; state.phase !== 'done'; page += 1)
    state = afterPage(state, pageOf(page % 2 === 0 ? 'abcd' : 'efgh'));
  expect(state.end).toBe('endless');
  expect(state.requests).toBeLessThan(1_000);
});
