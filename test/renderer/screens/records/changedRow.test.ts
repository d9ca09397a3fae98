import { expect, it } from 'vitest';
import type { Row } from '#contract/procedures.ts';
import { hasChangedRow } from '../../../../src/renderer/src/screens/records/grid/changedRow.ts';

const row = (id: string): Row => ({ id, key: id, fields: {}, pending: null });

it('finds a change only in a row of the list that is loaded', () => {
  const loaded = new Map([
    [0, row('a')],
    [2, row('c')],
  ]);
  const rows = { total: 3, at: (index: number) => loaded.get(index) };
  expect(hasChangedRow(rows, new Map([['c', []]]))).toBe(true);
  expect(hasChangedRow(rows, new Map([['b', []]]))).toBe(false);
  expect(hasChangedRow(rows, new Map())).toBe(false);
});
