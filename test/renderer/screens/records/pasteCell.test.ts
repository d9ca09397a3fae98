import { beforeEach, expect, it, vi } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { cursorIn, rowsOf, tellingEdits } from '../../gridSupport.ts';
import { NoElement, page, useIn } from '../../hooks.ts';
import { settle } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { NO_PREFS, shownColumns } =
  await import('../../../../src/renderer/src/fields/model/columns.ts');
const { useGridPaste } =
  await import('../../../../src/renderer/src/screens/records/grid/useGridPaste.ts');
const { toastStore } = await import('../../../../src/renderer/src/state/toasts.ts');
const { closeTask, openTask, taskStore } =
  await import('../../../../src/renderer/src/fields/undo/tasks.ts');

const kind = 'edge-bands';
const resource = resourceOf(kind);
const row = { id: 'r1', key: 'ABS-22', pending: null, fields: { name: 'ABS 22' } };

beforeEach(closeTask);

/** Pastes one cell of a spreadsheet; returns the start values of the edits. */
async function pasteInto(column: string, text: string): Promise<unknown[]> {
  const { begun, editing } = tellingEdits();
  const paste = await useIn(useGridPaste, {
    kind,
    resource,
    columns: shownColumns(resource, NO_PREFS),
    rows: rowsOf(kind, row),
    changes: new Map(),
    cursor: cursorIn(column),
    editing,
  });
  const event = Object.assign(new Event('paste', { cancelable: true }), {
    clipboardData: { getData: () => text },
  });
  paste.now()(event as unknown as Parameters<ReturnType<typeof useGridPaste>>[0]);
  await settle();
  return begun;
}

it('types one cell into a text, and lets the preview read what an editor offers no text for', async () => {
  expect(await pasteInto('name', 'ABS 23\r\n')).toEqual(['ABS 23']);
  expect(taskStore.getState().open).toBeNull();
  expect(await pasteInto('isActive', 'TRUE\r\n')).toEqual([]);
  expect(taskStore.getState().open).toMatchObject({
    id: 'paste',
    ids: ['r1'],
    fields: ['isActive'],
  });
});

it('says that nothing was pasted where another dialog was opened meanwhile', async () => {
  openTask({ id: 'undo', step: 'look' });
  await pasteInto('isActive', 'TRUE\r\n');
  expect(taskStore.getState().open).toMatchObject({ id: 'undo' });
  expect(toastStore.getState().toasts).toHaveLength(1);
});
