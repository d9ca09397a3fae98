import { expect, it, vi } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import type { GridContext } from '../../../../src/renderer/src/screens/records/grid/context.ts';
import { cellCore } from '../../cellCore.ts';
import { cursorIn, rowsOf } from '../../gridSupport.ts';
import { page, useIn } from '../../hooks.ts';
import { settle } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('document', page.document);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { NO_PREFS, shownColumns } =
  await import('../../../../src/renderer/src/fields/model/columns.ts');
const { useEdit } = await import('../../../../src/renderer/src/screens/records/grid/useEdit.ts');
const { useEditInSight } =
  await import('../../../../src/renderer/src/screens/records/grid/useEditInSight.ts');

const kind = 'fittings';
const resource = resourceOf(kind);
const columns = shownColumns(resource, NO_PREFS);
const row = { id: 'r1', key: 'ZAW-110', pending: null, fields: { name: 'Hinge', price: '8.90' } };
const drawn = { places: [0], first: 0, last: 0, slots: 1 };
const { drafts, core } = cellCore();

/** Uses the editing hooks for a grid of one row with some of its columns. */
function useGrid(shown: typeof columns) {
  const editing = useEdit(kind, new Map());
  const context: GridContext = {
    kind,
    resource,
    rows: rowsOf(kind, row),
    changes: new Map(),
    columns: shown,
    cursor: cursorIn('price'),
    editing,
  };
  useEditInSight(context, drawn, { current: null });
  return editing;
}

it('a text that was not taken holds up no other cell when its column is hidden', async () => {
  followCore(core.client);
  const grid = await useIn(useGrid, columns);
  grid.now().begin(0, row, 'price', 'dear');
  await settle();
  expect(grid.now().keep()).toBeNull();
  await grid.use(columns.filter(({ name }) => name !== 'price'));
  expect(grid.now().edit).toBeNull();
  expect(drafts.get('record:fittings:r1')).toMatchObject({ typed: { price: 'dear' } });
  grid.now().begin(0, row, 'name', 'L');
  await settle();
  expect(grid.now().edit).toMatchObject({ name: 'name', text: 'L' });
});
