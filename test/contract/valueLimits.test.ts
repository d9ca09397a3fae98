import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isDeeperThan, limitOf, MOST_LEVELS } from '#contract/valueLimits.ts';
import { checkValues } from '#contract/values.ts';

const edgeBand = resourceOf('edge-bands');

function nestedIn(levels: number, inner: Json = 1): Json {
  let value = inner;
  for (let level = 1; level < levels; level++) value = level % 2 === 1 ? [value] : { a: value };
  return [value];
}

const issuesOf = (data: Json, known?: Record<string, Json>) =>
  checkValues(edgeBand, { data }, 'update', '', known).issues;

describe('a value that could be sent but not read again', () => {
  it('may have 32 levels and no more, however deep it is', () => {
    expect(issuesOf(nestedIn(MOST_LEVELS))).toEqual([]);
    for (const levels of [MOST_LEVELS + 1, 60, 100_000])
      expect(issuesOf(nestedIn(levels))).toMatchObject([
        { place: 'data', expectation: { code: 'levels', params: { count: 32 } } },
      ]);
    expect(isDeeperThan(nestedIn(100_000), MOST_LEVELS)).toBe(true);
  });

  it('may have 1 MB with the other values of its record', () => {
    const large = ['x'.repeat(600_000)];
    expect(issuesOf(large)).toEqual([]);
    const found = checkValues(edgeBand, { data: large, group: 'x'.repeat(600_000) }, 'update');
    expect(found.issues).toMatchObject([
      { place: 'data', value: '1.1 MB', expectation: { code: 'recordSize', params: { count: 1 } } },
    ]);
    // One field after the other comes to the same.
    expect(issuesOf(large, { code: 'A', group: 'x'.repeat(600_000) })).toMatchObject([
      { place: 'data' },
    ]);
  });

  it('counts the bytes of letters, not the letters', () => {
    expect(limitOf('ż'.repeat(600_000))?.expectation).toMatchObject({ code: 'recordSize' });
    expect(limitOf('z'.repeat(600_000))).toBeNull();
  });

  it('leaves a value alone that the record already has', () => {
    const record = { code: 'A', data: nestedIn(50), group: 'x'.repeat(1_500_000) };
    expect(checkValues(edgeBand, record, 'draft', '', record).issues).toEqual([]);
    expect(issuesOf(nestedIn(50, 2), record)).toMatchObject([{ place: 'data' }]);
    expect(issuesOf([1], record)).toEqual([]);
  });

  it('refuses a field with far too many parts once, not part by part', () => {
    const parts = Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, '1']));
    const { issues } = checkValues(resourceOf('fittings'), { wymiary: parts }, 'draft');
    expect(issues).toMatchObject([
      { place: 'wymiary', value: '80000', expectation: { code: 'mostFields' } },
    ]);
  });
});
