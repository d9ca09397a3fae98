import { afterAll, expect, it, vi } from 'vitest';
import type { Filter } from '#contract/procedures.ts';

const PRICE: Filter = { field: 'price', op: 'gt', value: '1' };
const shape = {
  search: '',
  where: [PRICE, { field: 'gone', op: 'is', value: 'x' }],
  pending: 'any',
  columns: { order: ['gone', 'name'], hidden: ['gone'], widths: { gone: 90 } },
};
const lists = {
  fittings: { shape: { ...shape, sort: { field: 'gone', descending: true } }, view: null },
  materials: { shape: { ...shape, where: [], sort: { field: 'name', descending: true } } },
};
const stored = JSON.stringify({ state: { lists }, version: 0 });
vi.stubGlobal('localStorage', { getItem: () => stored, setItem: () => {}, removeItem: () => {} });
const { listOf } = await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const { queryOf } = await import('../../../../src/renderer/src/fields/model/views.ts');

afterAll(() => vi.unstubAllGlobals());

it('a list that was left asks for no field that there is none of any more: it could not be read', () => {
  const { shape: fittings } = listOf('fittings');
  expect(queryOf('fittings', fittings)).toEqual({
    kind: 'fittings',
    where: [PRICE],
    pending: 'any',
  });
  const { shape: materials } = listOf('materials');
  expect(materials.sort).toEqual({ field: 'name', descending: true });
});
