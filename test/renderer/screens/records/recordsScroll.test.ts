import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  drawnRows,
  inPlaceOrder,
  STEP,
} from '../../../../src/renderer/src/screens/records/grid/drawnRows.ts';
import { RowPrefetcher } from '../../../../src/renderer/src/screens/records/grid/rowsAhead.ts';

describe('the drawn rows', () => {
  it('hold all that is in view, wherever the list stands', () => {
    for (let top = 0; top < 400; top += 1) {
      const { first, last, slots } = drawnRows(top, 24, 400);
      expect(first).toBeLessThanOrEqual(top);
      expect(last).toBeGreaterThanOrEqual(Math.min(top + 24, 399));
      expect(last).toBeLessThan(400);
      expect(last - first).toBeLessThan(slots);
    }
  });

  it('stay the same for a few rows, so that a list is drawn once for several', () => {
    const firsts = new Set(Array.from({ length: 40 }, (_, top) => drawnRows(top, 24, 400).first));
    expect(firsts.size).toBeLessThanOrEqual(40 / STEP);
  });

  it('reach to the end of a list that became shorter than where one stood', () => {
    const { first, last, slots } = drawnRows(90_000, 24, 50);
    expect(last).toBe(49);
    expect(first).toBeLessThanOrEqual(50 - 24);
    expect(last - first).toBeLessThan(slots);
    expect(drawnRows(0, 24, 0)).toMatchObject({ first: 0, last: -1 });
  });

  it('keep the order of their elements while the list moves, and are read in order when it stands', () => {
    const drawn = { first: 12, last: 17, slots: 6 };
    const keys = (still: number) => inPlaceOrder(drawn, still).map((index) => index % 6);
    expect(inPlaceOrder(drawn, 12)).toEqual([12, 13, 14, 15, 16, 17]);
    expect(inPlaceOrder({ ...drawn, first: 14, last: 19 }, 12)).toEqual([18, 19, 14, 15, 16, 17]);
    // An element keeps its place when it shows a different row.
    const moved = inPlaceOrder({ ...drawn, first: 14, last: 19 }, 12).map((index) => index % 6);
    expect(moved).toEqual(keys(12));
  });
});

describe('rows ahead of the view', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are asked for around where the list stands', () => {
    const want = vi.fn<(first: number, last: number) => void>();
    const ahead = new RowPrefetcher(want);
    ahead.see(10, 24);
    ahead.see(50, 24);
    vi.runAllTimers();
    expect(want.mock.calls).toEqual([[0, 174]]);
  });

  it('are not asked for while the list flies past, but at the latest after a few looks', () => {
    const want = vi.fn<(first: number, last: number) => void>();
    const ahead = new RowPrefetcher(want);
    for (let top = 1_000; top <= 4_000; top += 1_000) {
      ahead.see(top, 24);
      vi.advanceTimersToNextTimer();
    }
    expect(want).not.toHaveBeenCalled();
    ahead.see(5_000, 24);
    vi.advanceTimersToNextTimer();
    expect(want.mock.calls).toEqual([[5_000, 5_024]]);
    ahead.see(9_000, 24);
    ahead.stop();
    vi.runAllTimers();
    expect(want).toHaveBeenCalledTimes(1);
  });

  it('are asked for behind those in view where the list has come far', () => {
    const want = vi.fn<(first: number, last: number) => void>();
    const ahead = new RowPrefetcher(want);
    ahead.see(5_000, 24);
    vi.runAllTimers();
    expect(want.mock.calls).toEqual([
      [5_000, 5_024],
      [4_900, 5_124],
    ]);
  });
});
