import { beforeEach, expect, it, vi } from 'vitest';
import type { SavedView } from '#contract/procedures.ts';
import { page } from '../../hooks.ts';

vi.stubGlobal('localStorage', page.localStorage);
const { bodyOf, PLAIN_LIST } = await import('../../../../src/renderer/src/fields/model/views.ts');
const { applyView } =
  await import('../../../../src/renderer/src/screens/records/state/filtering.ts');
const { followView } =
  await import('../../../../src/renderer/src/screens/records/state/followView.ts');
const { listOf, setShape } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');

const SORT = { field: 'price', descending: true };
const HINGES = [{ field: 'name', op: 'contains', value: 'hinge' } as const];
const shape = () => listOf('fittings').shape;

/** Returns the view as it is saved now. */
function saved(part: Partial<typeof PLAIN_LIST> = {}, name = 'Mine'): SavedView {
  return { name, body: bodyOf({ ...PLAIN_LIST, ...part }) };
}

beforeEach(() => {
  applyView('fittings', saved());
  followView('fittings', saved());
});

it('a list that shows a saved view shows what another window has made of that', () => {
  followView('fittings', saved({ sort: SORT }));
  expect(shape()).toEqual({ ...PLAIN_LIST, sort: SORT });
});

it('what was changed in the list stays, and saving it takes nothing of the other away', () => {
  const widths = { name: 300 };
  setShape('fittings', { where: HINGES, columns: { ...PLAIN_LIST.columns, widths } });
  followView(
    'fittings',
    saved({ sort: SORT, columns: { ...PLAIN_LIST.columns, hidden: ['kod'] } }),
  );
  const columns = { ...PLAIN_LIST.columns, hidden: ['kod'], widths };
  expect(shape()).toEqual({ ...PLAIN_LIST, where: HINGES, sort: SORT, columns });
});

it('another view that is shown takes nothing of the one before', () => {
  setShape('fittings', { where: HINGES });
  followView('fittings', saved({ sort: SORT }, 'Other'));
  expect(shape()).toEqual({ ...PLAIN_LIST, where: HINGES });
});
