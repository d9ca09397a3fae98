import { beforeEach, expect, it, vi } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { NoElement, page, useIn } from './hooks.ts';
import { settle } from './support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { NO_PREFS, shownColumns } =
  await import('../../src/renderer/src/screens/records/model/columns.ts');
const { useGridPaste } =
  await import('../../src/renderer/src/screens/records/grid/useGridPaste.ts');
const { closeTask, taskStore } = await import('../../src/renderer/src/sheets/tasks.ts');

const kind = 'edge-bands';
const resource = resourceOf(kind);
const row = { id: 'r1', key: 'ABS-22', pending: null, fields: { name: 'ABS 22' } };

beforeEach(closeTask);

/** Pastes one cell of a spreadsheet; tells what an edit began with. */
async function pasteInto(column: string, text: string): Promise<unknown[]> {
  const begun: unknown[] = [];
  const paste = await useIn(useGridPaste, {
    kind,
    resource,
    columns: shownColumns(resource, NO_PREFS),
    rows: {
      key: null,
      query: { kind },
      total: 1,
      error: null,
      stale: false,
      at: (index: number) => (index === 0 ? row : undefined),
      indexOf: () => 0,
      isFresh: () => true,
    },
    changes: new Map(),
    cursor: { row: 0, column, go: () => {}, show: () => {}, focus: () => {} },
    editing: {
      edit: null,
      refusal: null,
      begin: (_row: number, _record: unknown, _name: string, typed?: string) => {
        begun.push(typed);
        return true;
      },
      type: () => {},
      keep: () => null,
      leave: () => {},
      see: () => false,
    },
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
