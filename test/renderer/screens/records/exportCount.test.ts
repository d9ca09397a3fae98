import { beforeEach, expect, it, vi } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { closeTask, taskStore } = await import('../../../../src/renderer/src/fields/undo/tasks.ts');
const { queryOf } = await import('../../../../src/renderer/src/fields/model/views.ts');
const { listOf, setShape } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const { openExport } = await import('../../../../src/renderer/src/screens/records/state/tasks.ts');
const { rowStoreOf } =
  await import('../../../../src/renderer/src/screens/records/state/useRows.ts');

const kind = 'fittings';
let count = Promise.resolve();
const list = (input: unknown) => ({
  total: (input as Input<'records.list'>).search === undefined ? 300 : 2,
  rows: [],
});
const core = fakeCore({
  'records.list': async (input) => {
    await count;
    return list(input);
  },
  'records.glance': (input) => ({ ...list(input), total: null }),
});
const shown = () => {
  const { open } = taskStore.getState();
  return open?.id === 'export' ? open.shown : null;
};

beforeEach(() => {
  followCore(core.client);
  closeTask();
  count = Promise.resolve();
  setShape(kind, { search: '' });
});

it('counts the rows that will be in the file, not those of the list before', async () => {
  const store = rowStoreOf(kind);
  store.setQuery(queryOf(kind, listOf(kind).shape));
  await settle();
  await openExport(kind);
  expect(shown()).toBe(300);
  closeTask();
  setShape(kind, { search: 'zaw' });
  await openExport(kind);
  expect(shown()).toBe(2);
});

it('waits for the count of a list that is not counted yet', async () => {
  const store = rowStoreOf(kind);
  store.setQuery(queryOf(kind, listOf(kind).shape));
  await settle();
  const gate = Promise.withResolvers<void>();
  count = gate.promise;
  setShape(kind, { search: 'zawias' });
  store.setQuery(queryOf(kind, listOf(kind).shape));
  await settle();
  const opened = openExport(kind);
  await settle();
  gate.resolve();
  await opened;
  expect(shown()).toBe(2);
});
