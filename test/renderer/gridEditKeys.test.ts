import { expect, it, vi } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { cursorIn, rowsOf, tellingEdits } from './gridSupport.ts';
import { NoElement, page, useIn } from './hooks.ts';
import { operation } from './outboxSupport.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { NO_PREFS, shownColumns } =
  await import('../../src/renderer/src/screens/records/model/columns.ts');
const { NOTHING_SELECTED } =
  await import('../../src/renderer/src/screens/records/model/selection.ts');
const { listOf, setSelection } =
  await import('../../src/renderer/src/screens/records/state/listStore.ts');
const { useGridKeys } = await import('../../src/renderer/src/screens/records/grid/useGridKeys.ts');

const kind = 'fittings';
const resource = resourceOf(kind);
const row = { id: 'r1', key: 'ZAW-110', pending: null, fields: { kod: 'ZAW-110' } };

/** Types a letter in the code of a record with these open operations; tells what an edit began with. */
async function typeInCode(letter: string, operations: readonly Operation[]): Promise<unknown[]> {
  const { begun, editing } = tellingEdits();
  const keys = await useIn(useGridKeys, {
    kind,
    resource,
    columns: shownColumns(resource, NO_PREFS),
    rows: rowsOf(kind, row),
    changes: new Map([['r1', operations]]),
    cursor: cursorIn('kod'),
    editing,
    grid: { current: null },
    rowHeight: 32,
    looking: false,
    setLooking: () => {},
  });
  const event = new Event('keydown', { cancelable: true });
  Object.assign(event, {
    key: letter,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: true,
  });
  keys.now()(event as unknown as Parameters<ReturnType<typeof useGridKeys>>[0]);
  return begun;
}

it('X selects a record whose code is fixed, and is typed where the code is still open', async () => {
  setSelection(kind, NOTHING_SELECTED);
  expect(await typeInCode('X', [])).toEqual([]);
  expect([...listOf(kind).selection.ids]).toEqual(['r1']);
  setSelection(kind, NOTHING_SELECTED);
  expect(await typeInCode('X', [operation({ action: 'create' })])).toEqual(['X']);
  expect(listOf(kind).selection.ids.size).toBe(0);
});
