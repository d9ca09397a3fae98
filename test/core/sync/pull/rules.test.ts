import { describe, expect, it } from 'vitest';
import {
  afterOpening,
  isAllWorth,
  smaller,
  stillKnown,
  unlearned,
} from '#core/sync/pull/pageSize.ts';
import { afterPage, startPaging } from '#core/sync/pull/paging.ts';
import type { PageFacts, Paging } from '#core/sync/pull/paging.ts';
import { remedyOf } from '#core/sync/pull/retry.ts';
import { maySweep, suspects } from '#core/sync/pull/sweepRules.ts';
import { ALL, placeOf, UNPAGED } from '#core/sync/pull/windows.ts';

const MB = 1024 * 1024;

describe('the page size', () => {
  const page = { asked: 100, count: 100, total: 9_000, bytes: 50_000, took: 20, refused: false };
  const start = unlearned(0);

  it.each([
    ['grows while pages come whole', page, { limit: 500, settled: false }],
    ['is what really came', { ...page, count: 37 }, { limit: 37, settled: true }],
    [
      'stays when the list ends here',
      { ...page, count: 60, total: 60 },
      { limit: 100, settled: false },
    ],
    [
      'stays when nobody says how long the list is',
      { ...page, count: 60, total: null },
      { limit: 100, settled: false },
    ],
    [
      'stays below a refused one',
      { ...page, asked: 50, count: 50, refused: true },
      { limit: 50, settled: true },
    ],
    [
      'shrinks when pages are heavy',
      { ...page, asked: 500, count: 500, bytes: 9 * MB },
      { limit: 100, settled: true },
    ],
    [
      'shrinks when pages are slow',
      { ...page, asked: 500, count: 500, took: 3_001 },
      { limit: 100, settled: true },
    ],
    [
      'stops at the largest',
      { ...page, asked: 2_000, count: 2_000 },
      { limit: 2_000, settled: true },
    ],
  ])('%s', (_, measured, expected) => {
    expect(afterOpening(start, measured)).toMatchObject(expected);
  });

  it('does not grow again once it is settled', () => {
    expect(afterOpening({ ...start, settled: true }, page)).toMatchObject({
      limit: 100,
      settled: true,
    });
  });

  it('is forgotten after a week, and when the clock was set back', () => {
    const learned = { ...start, limit: 50, settled: true, at: 1_000_000 };
    expect(stillKnown(learned, 1_000_001)).toBe(learned);
    expect(stillKnown(learned, 1_000_000 + 7 * 86_400_000)).toMatchObject({ limit: 100 });
    expect(stillKnown(learned, 999_999)).toMatchObject({ limit: 100 });
    expect(stillKnown(null, 5)).toEqual(unlearned(5));
  });

  it('has a smaller one next to it, down to ten', () => {
    expect([2_000, 700, 500, 100, 50, 10].map(smaller)).toEqual([1_000, 500, 100, 50, 10, null]);
  });

  it.each([
    [{ total: 1_000, bytesPerRecord: 1_000 }, true, true],
    [{ total: 100_000, bytesPerRecord: 1_000 }, true, false],
    [{ total: 100_000, bytesPerRecord: 300 }, true, false],
    [{ total: 1_000, bytesPerRecord: 1_000 }, false, false],
    [{ total: 1_000, bytesPerRecord: 1_000, all: false }, true, false],
    [{ total: null, bytesPerRecord: 1_000 }, true, false],
  ])('everything at once for %o, offered %s: %s', (known, offered, expected) => {
    expect(isAllWorth({ ...start, ...known }, offered)).toBe(expected);
  });
});

describe('the way through the pages', () => {
  const facts = (ids: string, rest: Partial<PageFacts> = {}): PageFacts => ({
    ids: ids.split(''),
    count: ids.length,
    total: 9,
    fresh: ids.length,
    again: 0,
    firstWasSeen: false,
    changed: 0,
    keepsOrder: true,
    seen: ids.length,
    ...rest,
  });
  const quiet = { fresh: 0, seen: 9 };
  it('ends a list that shows more records than a catalogue has', () => {
    const page = { ...facts('abcd'), total: 9_000_000, seen: 2_000_001 };
    expect(afterPage(startPaging(4), page)).toMatchObject({ phase: 'done', end: 'endless' });
  });

  const walk = (...pages: readonly PageFacts[]): Paging => pages.reduce(afterPage, startPaging(4));

  it.each([
    ['overlaps by one record', [facts('abcd')], { phase: 'body', offset: 3, anchor: 'd' }],
    [
      'takes a whole first answer for the list',
      [facts('abc', { total: 3 })],
      { phase: 'done', end: 'whole' },
    ],
    [
      'takes an empty first answer for the list',
      [facts('', { total: 0 })],
      { phase: 'done', end: 'whole' },
    ],
    [
      'does not take a short page for the end',
      [facts('abcd'), facts('de')],
      { phase: 'body', offset: 4, anchor: 'e' },
    ],
    [
      'steps back when the anchor is gone',
      [facts('abcd'), facts('efgh')],
      { phase: 'body', offset: 0, anchor: 'd', lost: 1 },
    ],
    [
      'allows for entries without an id',
      [facts('abc', { count: 4 })],
      { phase: 'body', offset: 2, anchor: 'c' },
    ],
    [
      'looks at the front after the end',
      [facts('abcd'), facts('d', { ...quiet, total: 4 })],
      { phase: 'head', offset: 0 },
    ],
    [
      'does not take a full page for the end',
      [facts('abcd', { total: null }), facts('xabcd', { total: null, fresh: 1 })],
      { phase: 'body' },
    ],
    [
      'notices an ignored offset',
      [facts('abcd'), facts('abcd', { fresh: 0 }), facts('abcd', { fresh: 0 })],
      { phase: 'done', end: 'offset-ignored' },
    ],
    [
      'takes pages that begin alike for different ones',
      [facts('abcd'), facts('aefg'), facts('ahij')],
      { phase: 'body' },
    ],
    [
      'notices totals that differ',
      [facts('abcd'), facts('defg', { total: 10 })],
      { totals: { equal: false } },
    ],
    [
      'goes without overlap where pages hold one record',
      [facts('a')],
      { phase: 'body', offset: 1, anchor: null },
    ],
  ])('%s', (_, pages, expected) => {
    expect(walk(...pages)).toMatchObject(expected);
  });

  const toHead = [facts('abcd'), facts('d', { ...quiet, total: 4, seen: 4 })];

  it.each([
    [
      'ends when the front is quiet',
      [facts('abcd', { fresh: 0, total: 4, seen: 4 })],
      { phase: 'done', end: 'whole', anchored: true },
    ],
    [
      'reads on while the front is new',
      [facts('xabc', { fresh: 1, total: 5, seen: 5 })],
      { phase: 'head', offset: 3 },
    ],
    [
      'reads on while the front has changed',
      [facts('dabc', { fresh: 0, changed: 1, total: 5, seen: 5 })],
      { phase: 'head', offset: 3 },
    ],
    [
      'reads all again when the service counts more',
      [facts('abcd', { fresh: 0, total: 6, seen: 4 })],
      { phase: 'body', pass: 2, offset: 0 },
    ],
    [
      'does not trust a front in another order',
      [facts('dbca', { fresh: 0, total: 4, seen: 4, keepsOrder: false })],
      { anchored: false },
    ],
    [
      'does not trust one that shows something new besides, either',
      [facts('xdbc', { fresh: 1, total: null, seen: 5, keepsOrder: false })],
      { phase: 'body', anchored: false, pass: 2 },
    ],
  ])('at the front it %s', (_, pages, expected) => {
    expect(walk(...toHead, ...pages)).toMatchObject(expected);
  });

  it('gives up on anchors that are lost three times, and reads on without', () => {
    const lost = walk(facts('abcd'), facts('efgh'), facts('ijkl'), facts('mnop'));
    expect(lost).toMatchObject({ anchored: false, anchor: null, phase: 'body' });
  });

  it('always ends', () => {
    let state = startPaging(4);
    let requests = 0;
    while (state.phase !== 'done' && requests < 10_000) {
      const ids = [0, 1, 2, 3].map((n) => `${(requests * 7 + n * 3) % 50}`);
      state = afterPage(state, { ...facts('abcd'), ids, total: null, fresh: 0, seen: 50 });
      requests += 1;
    }
    expect(requests).toBeLessThan(1_000);
  });
});

describe('a failed request', () => {
  const failure = {
    code: 'service',
    status: 500,
    retryAfter: null,
    failures: 1,
    begun: true,
    canShrink: true,
    fraction: 0.5,
  } as const;
  it.each([
    ['is made again first', failure, 'again'],
    ['is made smaller then', { ...failure, failures: 2 }, 'smaller'],
    ['is given up in the end', { ...failure, failures: 4 }, 'give-up'],
    [
      'is made smaller when it was refused',
      { ...failure, code: 'refused', status: 400 },
      'smaller',
    ],
    [
      'is given up when the smallest was refused',
      { ...failure, code: 'refused', canShrink: false },
      'give-up',
    ],
    ['is made again when the network broke on the way', { ...failure, code: 'offline' }, 'again'],
    [
      'is given up when there is no network',
      { ...failure, code: 'offline', begun: false },
      'give-up',
    ],
    ['is given up without a session', { ...failure, code: 'unauthorized' }, 'give-up'],
    ['is given up when it was stopped', { ...failure, code: 'cancelled' }, 'give-up'],
    [
      'is given up when the service wants a long rest',
      { ...failure, status: 429, retryAfter: 600_000 },
      'give-up',
    ],
  ] as const)('%s', (_, given, expected) => {
    expect(remedyOf(given).do).toBe(expected);
  });

  it('waits as long as the service asks', () => {
    expect(remedyOf({ ...failure, status: 429, retryAfter: 7_000 })).toEqual({
      do: 'again',
      wait: 7_000,
    });
  });
});

describe('taking records as removed', () => {
  const run = {
    complete: true,
    resumed: false,
    steady: true,
    totalsEqual: true,
    odd: 0,
    swallowed: false,
    took: 1_000,
  };
  it.each([
    [{}, true],
    [{ complete: false }, false],
    [{ resumed: true }, false],
    [{ steady: false }, false],
    [{ totalsEqual: false }, false],
    [{ odd: 1 }, false],
    [{ swallowed: true }, false],
    [{ took: 30 * 60_000 }, false],
  ])('after a run with %o: %s', (facts, expected) => {
    expect(maySweep({ ...run, ...facts })).toBe(expected);
  });

  const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);
  it.each([
    [20, 100, 0, 20],
    [21, 100, 0, 0],
    [21, 100, 21, 21],
    [21, 100, 5, 5],
    [200, 10_000, 0, 200],
    [201, 10_000, 0, 0],
  ])('%i unseen of %i, %i of them twice: %i are asked for', (unseen, size, before, expected) => {
    expect(suspects(ids(unseen), size, new Set(ids(before)))).toHaveLength(expected);
  });
});

describe('the place of a request', () => {
  it.each([
    [ALL, 'all'],
    [UNPAGED, 'list'],
    [{ limit: 50, offset: 49 }, '50@49'],
    [{ limit: 50 }, '50@0'],
  ])('%o is %s', (window, expected) => {
    expect(placeOf(window)).toBe(expected);
  });
});
