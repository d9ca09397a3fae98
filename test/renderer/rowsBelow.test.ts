import { expect, it } from 'vitest';
import type { Row } from '#contract/procedures.ts';
import { idsFrom } from '../../src/renderer/src/screens/records/grid/rowsBelow.ts';

const QUERY = { kind: 'fittings' } as const;

/** A list of which the first rows are here. */
function list(ids: readonly string[], read: number) {
  const row = (id: string): Row => ({ id, key: id, pending: null, fields: {} });
  const here = ids.slice(0, read).map(row);
  return { query: QUERY, total: ids.length, at: (index: number) => here[index] };
}

const unread = () => Promise.reject(new Error('nothing needs to be asked'));

it('gives the records that are shown, whatever has come before them since', async () => {
  expect(await idsFrom(list(['a', 'b', 'c', 'd'], 4), 1, 2, unread)).toEqual(['b', 'c']);
  expect(await idsFrom(list(['a', 'b'], 2), 1, 9, unread)).toEqual(['b']);
});

it('goes on behind the last one that is here from the record where it begins', async () => {
  const now = () => Promise.resolve(['new', 'a', 'b', 'c', 'd']);
  expect(await idsFrom(list(['a', 'b', 'c', 'd'], 2), 1, 3, now)).toEqual(['b', 'c', 'd']);
});

it('takes no other records when the one where it begins has left the list', async () => {
  const now = () => Promise.resolve(['x', 'y', 'z']);
  expect(await idsFrom(list(['a', 'b', 'c', 'd'], 2), 1, 3, now)).toEqual(['b']);
});
