import { expect, it, vi } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { cursorIn, rowsOf, tellingEdits } from '../../gridSupport.ts';
import { NoElement, page, useIn } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { NO_PREFS, shownColumns } =
  await import('../../../../src/renderer/src/fields/model/columns.ts');
const { NOTHING_SELECTED } = await import('../../../../src/renderer/src/fields/model/selection.ts');
const { listOf, setSelection } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const { useGridKeys } =
  await import('../../../../src/renderer/src/screens/records/grid/useGridKeys.ts');

const kind = 'fittings';
const resource = resourceOf(kind);
const row = { id: 'r1', key: 'ZAW-110', pending: null, fields: { kod: 'ZAW-110' } };

type Keys = ReturnType<typeof useGridKeys>;

function press(keys: Keys, held: Partial<KeyboardEvent>): void {
  const event = new Event('keydown', { cancelable: true });
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };
  Object.assign(event, none, held);
  keys(event as unknown as Parameters<Keys>[0]);
}

/**
 * Types a letter in the code of a record with these open operations.
 *
 * Returns the start values of the edits.
 */
async function typeInCode(letter: string, operations: readonly Operation[]): Promise<unknown[]> {
  const { keys, begun } = await keysInCode(operations);
  press(keys, { key: letter, shiftKey: true });
  return begun;
}

/** Returns the keys of a grid with the cursor in that code. */
async function keysInCode(
  operations: readonly Operation[],
  setLooking: (looking: boolean) => void = () => {},
) {
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
    setLooking,
  });
  return { keys: keys.now(), begun };
}

it('X is typed as every letter is, and selects no row', async () => {
  setSelection(kind, NOTHING_SELECTED);
  expect(await typeInCode('X', [])).toEqual(['X']);
  expect(await typeInCode('x', [operation({ action: 'create' })])).toEqual(['x']);
  expect(listOf(kind).selection.ids.size).toBe(0);
});

it('arrow keys leave the selection alone, and Shift with an arrow begins one at the active row', async () => {
  const { keys } = await keysInCode([]);
  setSelection(kind, NOTHING_SELECTED);
  press(keys, { key: 'End' });
  expect(listOf(kind).selection.ids.size).toBe(0);
  setSelection(kind, { ids: new Set(['other']), anchor: 'other' });
  press(keys, { key: 'Home' });
  expect([...listOf(kind).selection.ids]).toEqual(['other']);
  press(keys, { key: 'Escape' });
  expect(listOf(kind).selection.ids.size).toBe(0);
  press(keys, { key: 'ArrowDown', shiftKey: true });
  await vi.waitFor(() => expect([...listOf(kind).selection.ids]).toEqual(['r1']));
});

it('a key that is held down selects, and looks, once', async () => {
  setSelection(kind, NOTHING_SELECTED);
  let looks = 0;
  const { keys } = await keysInCode([], () => void (looks += 1));
  for (const repeat of [false, true, true]) {
    press(keys, { key: ' ', shiftKey: true, repeat });
    press(keys, { key: ' ', repeat });
  }
  expect([...listOf(kind).selection.ids]).toEqual(['r1']);
  expect(looks).toBe(1);
});
