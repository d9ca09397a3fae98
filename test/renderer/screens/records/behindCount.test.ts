import { expect, it } from 'vitest';
import { isBehindCount } from '../../../../src/renderer/src/screens/records/state/behindCount.ts';

it.each([
  ['an empty list beside a count of 86 is not read yet', 0, false, 86, true],
  ['an empty list beside a count of 0 is empty', 0, false, 0, false],
  ['a filter that fits nothing says so', 0, true, 86, false],
  ['a list with rows is shown', 86, false, 86, false],
])('%s', (_, total, narrowed, counted, expected) => {
  expect(isBehindCount({ total }, narrowed, counted)).toBe(expected);
});
