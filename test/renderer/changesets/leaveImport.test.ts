import { beforeEach, expect, it, vi } from 'vitest';
import type { Changeset } from '#contract/changesets/changeset.ts';
import type { Sheet } from '#contract/changesets/sheet.ts';
import { procedures } from '#contract/procedures.ts';
import { page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { followCore } = await import('../../../src/renderer/src/state/core.ts');
const { closeDialog, dialogStore } = await import('../../../src/renderer/src/state/dialogs.ts');
const { useImport } = await import('../../../src/renderer/src/changesets/import/useImport.ts');
const { closeTask, leaveTouched, openTask, touchTask } =
  await import('../../../src/renderer/src/fields/undo/tasks.ts');

const SHEET: Sheet = {
  sheet: 's1',
  kind: 'materials',
  name: 'prices.csv',
  size: 40,
  format: 'csv',
  dialect: {
    encoding: 'utf-8',
    separator: ';',
    decimal: ',',
    worksheet: null,
    headerRow: 1,
    empty: 'keep',
    hiddenRows: 'skip',
  },
  worksheets: [],
  hiddenWorksheets: [],
  hiddenRows: 0,
  columns: [{ index: 0, name: 'A', field: null, by: null, samples: [] }],
  ambiguous: null,
  keyColumn: null,
  issues: [],
};
const PLAN: Changeset = {
  plan: 's1',
  kind: 'materials',
  label: { code: 'import', kind: 'materials', count: 1, params: {} },
  state: 'ready',
  counts: { new: 1, changed: 0, same: 0, kept: 0, error: 0, ticked: 1, partly: 0, warned: 0 },
};
/** The fake core answers a check when this resolves. */
let checking = Promise.resolve();
const { client } = fakeCore({
  'sheets.open': () => SHEET,
  'sheets.adjust': () => SHEET,
  'sheets.check': () => checking.then(() => PLAN),
});
const sheet = { source: new File([], 'prices.csv'), name: 'prices.csv', size: 40 };

/** Opens an import with a chosen sheet. */
async function importing() {
  followCore({
    ...client,
    collect: async () => ({
      given: [{ ...sheet, shown: sheet.name }],
      unreadable: [],
      cut: false,
    }),
    stage: async () => ({ file: 'f1', name: sheet.name, size: sheet.size, sha256: '' }),
  });
  openTask({ id: 'import', kind: 'materials', roots: [] });
  const work = await useIn(() => useImport('materials', []), null);
  work.now().take([]);
  await settle();
  expect(work.now().step).toBe('columns');
  return work;
}

/** Returns whether the import closed at once; answers a question in the way with no. */
async function isLeft(): Promise<boolean> {
  let left = false;
  const leaving = leaveTouched(() => void (left = true));
  closeDialog();
  await leaving;
  return left;
}

beforeEach(() => {
  checking = Promise.resolve();
  closeTask();
  dialogStore.setState({ open: null });
});

it('an import is left at once where nothing was set by hand', async () => {
  await importing();
  expect(await isLeft()).toBe(true);
});

it('what was set for the columns of a sheet is not lost to one key', async () => {
  const work = await importing();
  work.now().adjust({ columns: [{ index: 0, field: 'SIFRA' }] });
  await settle();
  expect(await isLeft()).toBe(false);
  // After a check the import settings are remembered for sheets like this one.
  work.now().check();
  await settle();
  expect(work.now().step).toBe('plan');
  expect(await isLeft()).toBe(true);
});

it('nothing is asked of what was set for a sheet that another took the place of', async () => {
  const work = await importing();
  work.now().adjust({ columns: [{ index: 0, field: 'SIFRA' }] });
  await settle();
  work.now().take([]);
  await settle();
  expect(await isLeft()).toBe(true);
});

it('a sheet that was given later stays, however long the one before it takes to open', async () => {
  const work = await importing();
  const gate = Promise.withResolvers<void>();
  const closed: string[] = [];
  const slow = fakeCore({
    'sheets.open': async (input) => {
      const { file } = procedures['sheets.open'].input.parse(input);
      if (file === 'slow.csv') await gate.promise;
      return { ...SHEET, sheet: file, name: file };
    },
    'sheets.close': (input) => {
      closed.push(procedures['sheets.close'].input.parse(input).sheet);
      return {};
    },
  });
  let name = 'slow.csv';
  followCore({
    ...slow.client,
    collect: async () => ({ given: [{ ...sheet, name, shown: name }], unreadable: [], cut: false }),
    stage: async () => ({ file: name, name, size: sheet.size, sha256: '' }),
  });
  work.now().take([]);
  await settle();
  name = 'quick.csv';
  work.now().take([]);
  await settle();
  expect(work.now().sheet?.name).toBe('quick.csv');
  gate.resolve();
  await settle();
  expect(work.now().sheet?.name).toBe('quick.csv');
  expect(closed).toContain('slow.csv');
});

it('a check that ends behind its dialog says nothing of what was ticked in the next', async () => {
  const work = await importing();
  const gate = Promise.withResolvers<void>();
  checking = gate.promise;
  work.now().check();
  await settle();
  await work.leave();
  closeTask();
  openTask({ id: 'plan', plan: PLAN });
  touchTask('ticks');
  gate.resolve();
  await settle();
  expect(await isLeft()).toBe(false);
});
