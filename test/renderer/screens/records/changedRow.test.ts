import { expect, it } from 'vitest';
import type { Row } from '#contract/procedures.ts';
import { hasChangedRow } from '../../../../src/renderer/src/screens/records/grid/changedRow.ts';

const row = (id: string): Row => ({ id, key: id, fields: {}, pending: null });

it('finds a change only in a row of the list that is loaded', () => {
  const rows = { loaded: () => [row('a'), row('c')] };
  expect(hasChangedRow(rows, new Map([['c', []]]))).toBe(true);
  expect(hasChangedRow(rows, new Map([['b', []]]))).toBe(false);
  expect(hasChangedRow(rows, new Map())).toBe(false);
});
