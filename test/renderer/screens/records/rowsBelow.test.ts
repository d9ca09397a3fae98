import { expect, it } from 'vitest';
import type { Row } from '#contract/procedures.ts';
import { idsFrom } from '../../../../src/renderer/src/screens/records/grid/rowsBelow.ts';
import { RowStore } from '../../../../src/renderer/src/screens/records/state/rowStore.ts';
import { settle } from '../../support.ts';

const QUERY = { kind: 'fittings' } as const;

const row = (id: string): Row => ({ id, key: id, pending: null, fields: {} });

/** Returns a list of which only the first rows are loaded. */
function list(ids: readonly string[], read: number) {
  const here = ids.slice(0, read).map(row);
  const at = (index: number) => here[index];
  return { query: QUERY, total: ids.length, at, isFresh: () => true };
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

it('gives the records below as the list has them now, not as they were when they were in sight', async () => {
  const now = Array.from({ length: 500 }, (_, index) => `r${index}`);
  const store = new RowStore(({ offset = 0, limit = 0 }) =>
    Promise.resolve({ total: now.length, rows: now.slice(offset, offset + limit).map(row) }),
  );
  store.setQuery(QUERY);
  await settle();
  store.want(0, 450);
  await settle();
  store.want(0, 20);
  now.splice(250, 0, 'new');
  store.refresh();
  await settle();
  expect(await idsFrom(store.snapshot(), 5, 300, () => Promise.resolve(now))).toEqual(
    now.slice(5, 305),
  );
});
