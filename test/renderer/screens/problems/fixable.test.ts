import { expect, it } from 'vitest';
import type { ProblemCounts } from '../../../../src/renderer/src/state/problemCounts.ts';
import { fixableIn } from '../../../../src/renderer/src/screens/problems/fixable.ts';

const ROW = { rule: 'same-code', severity: 'error', count: 9, hidden: 0 } as const;
const COUNTS: ProblemCounts['counts'] = [
  { ...ROW, kind: 'fittings', fixable: 7 },
  { ...ROW, kind: 'materials', fixable: 2 },
];
const ALL = { rule: null, severity: null, kind: null, search: '' } as const;

it('counts what can be fixed in the part that is shown', () => {
  expect(fixableIn(COUNTS, ALL, undefined)).toBe(9);
  expect(fixableIn(COUNTS, { ...ALL, kind: 'materials' }, undefined)).toBe(2);
});

it('says what the text that is sought leaves of them, and nothing before that is known', () => {
  expect(fixableIn(COUNTS, { ...ALL, search: 'zawias' }, 3)).toBe(3);
  expect(fixableIn(COUNTS, { ...ALL, search: 'zawias' }, undefined)).toBe(0);
  expect(fixableIn(COUNTS, { ...ALL, search: '  ' }, undefined)).toBe(9);
});
