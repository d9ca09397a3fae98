import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '#contract/records.ts';
import { NoElement, page } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { headActions } =
  await import('../../../../src/renderer/src/screens/records/grid/ListHead.tsx');
const { holdsAll } = await import('../../../../src/renderer/src/fields/model/selection.ts');
const { listOf, setSelection } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const { rowStoreOf } =
  await import('../../../../src/renderer/src/screens/records/state/useRows.ts');

afterAll(() => vi.unstubAllGlobals());

const kind = 'fittings';
const SHOWN = ['a', 'b'];
const rows = SHOWN.map((id): Row => ({ id, key: null, pending: null, fields: {} }));
const core = fakeCore({
  'records.glance': () => ({ total: rows.length, rows }),
  'records.ids': () => ({ total: rows.length, ids: SHOWN }),
});

beforeEach(async () => {
  followCore(core.client);
  rowStoreOf(kind).setQuery({ kind });
  await settle();
});

async function press(...selected: readonly string[]): Promise<readonly string[]> {
  setSelection(kind, { ids: new Set(selected), anchor: null });
  headActions(kind).selectAll();
  await settle();
  return [...listOf(kind).selection.ids];
}

describe('the box in the head of a list', () => {
  it('selects what is shown, however much is selected that the filter does not show', async () => {
    expect(await press()).toEqual(SHOWN);
    expect(await press('x', 'y', 'z')).toEqual(SHOWN);
    expect(await press('a', 'x', 'y')).toEqual(SHOWN);
  });

  it('selects nothing any more where all that is shown is selected', async () => {
    expect(await press('a', 'b')).toEqual([]);
    expect(await press('a', 'b', 'x')).toEqual([]);
  });

  it('is full by what is shown, and where rows are not here by how many there are', () => {
    const list = rowStoreOf(kind).snapshot();
    expect(holdsAll(list, new Set(['x', 'y']))).toBe(false);
    expect(holdsAll(list, new Set(['x', 'a', 'b']))).toBe(true);
    expect(holdsAll({ total: 2, at: () => undefined }, new Set(['x']))).toBe(false);
    expect(holdsAll({ total: 2, at: () => undefined }, new Set(['x', 'y']))).toBe(true);
  });
});
