import { describe, expect, it } from 'vitest';
import { shiftOf } from '../../../../src/renderer/src/screens/records/grid/rowShift.ts';

function listOf(text: string) {
  const ids = text.split('');
  return {
    at: (index: number) => {
      const id = ids[index];
      return id === undefined ? undefined : { id, key: id, pending: null, fields: {} };
    },
    indexOf: (id: string) => ids.indexOf(id),
  };
}

const PLACED = [
  { row: 2, id: 'c' },
  { row: 3, id: 'd' },
  { row: 4, id: 'e' },
];

describe('the shift of the rows in view', () => {
  it.each([
    ['abcdef', 0],
    ['xyabcdef', 2],
    ['cdef', -2],
    // One record moved by an edit: the others stay.
    ['abdefc', -1],
    ['cabdef', 0],
    // All of them are gone.
    ['abf', 0],
  ])('is in %s: %i', (list, shift) => {
    expect(shiftOf(PLACED, listOf(list))).toBe(shift);
  });

  it('is 0 for a list that had no rows', () => {
    expect(shiftOf([], listOf('abc'))).toBe(0);
  });
});
