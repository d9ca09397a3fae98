import { describe, expect, it } from 'vitest';
import { standIn } from '../../../../src/renderer/src/screens/records/grid/standing.ts';
import type { Rows } from '../../../../src/renderer/src/screens/records/state/rowStore.ts';

/** Returns a list of records, one letter each; a dot is a record that is not loaded yet. */
function list(ids: string, key = 'all'): Rows {
  const at = (index: number) => {
    const id = ids[index] ?? '.';
    return id === '.' ? undefined : { id, key: null, pending: null, fields: {} };
  };
  const loaded = () => Array.from(ids, (_id, index) => at(index) ?? []).flat();
  const indexOf = (id: string) => ids.indexOf(id);
  const isFresh = () => true;
  const state = { total: ids.length, error: null, stale: false };
  return { key, query: null, ...state, at, loaded, indexOf, isFresh };
}

describe('the active cell', () => {
  const onB = { row: 1, column: 'name', id: 'b', list: 'all' };

  it.each([
    ['stays on its record when rows come before it', 'xyabc', { row: 3, id: 'b' }],
    ['stays on its record when rows before it go', 'bc', { row: 0, id: 'b' }],
    ['is on what comes in the place of a record that is gone', 'ac', { row: 1, id: 'c' }],
    ['is on the last row when there are fewer', 'a', { row: 0, id: 'a' }],
    ['waits for its record where that place is not read yet', 'a.c', { row: 1, id: 'b' }],
  ])('%s', (_what, ids, stands) => {
    expect(standIn(list(ids), onB)).toEqual({ ...onB, ...stands });
  });

  it('begins at the first row of another list', () => {
    const there = { ...onB, row: 0, id: 'a', list: 'few' };
    expect(standIn(list('ab', 'few'), onB)).toEqual(there);
  });

  it('learns its record as soon as that is read, and keeps to it', () => {
    const read = standIn(list('abc'), { ...onB, id: null });
    expect(read).toEqual(onB);
    expect(standIn(list('xabc'), read)).toMatchObject({ row: 2, id: 'b' });
  });

  it('stays with what came in the place of a record that is gone', () => {
    const instead = standIn(list('ac'), onB);
    expect(standIn(list('xac'), instead)).toMatchObject({ row: 2, id: 'c' });
  });

  it.each(['abc', 'xabc', 'ac', 'a', '', 'a.c'])('stands still once it stands in %j', (ids) => {
    const once = standIn(list(ids), onB);
    expect(standIn(list(ids), once)).toBe(once);
  });

  it('stays in the head', () => {
    const head = { ...onB, row: -1, id: null };
    expect(standIn(list('xab'), head)).toBe(head);
    expect(standIn(list('xab', 'few'), head)).toMatchObject({ row: -1, list: 'few' });
  });
});
