import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import type { Json } from '#contract/json.ts';
import {
  transferDraft,
  keepCellDraft,
  NO_DRAFT,
  openForm,
  readDraft,
  recordKey,
  settleDraft,
  withoutKept,
  writeDraft,
} from '../../../src/renderer/src/fields/drafts/drafts.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { dismissAll, toastStore } from '../../../src/renderer/src/state/toasts.ts';
import { fakeCore, settle } from '../support.ts';

const KEY = recordKey('fittings', 'a');
const draft = {
  typed: { name: 'Zawias', price: '7,35' },
  base: { name: 'Old' },
  files: [],
  at: 5,
};
const kept = new Map<string, Json>();
/** The fake writer waits for this; the fake reader does not. */
let disk = Promise.resolve();

beforeEach(() => {
  kept.clear();
  dismissAll();
  disk = Promise.resolve();
  const core = fakeCore({
    'drafts.get': (input) => ({ draft: kept.get((input as Input<'drafts.get'>).key) ?? null }),
    'drafts.set': async (input) => {
      await disk;
      const { key, draft } = input as Input<'drafts.set'>;
      if (draft === null) kept.delete(key);
      else kept.set(key, draft);
      return {};
    },
  });
  followCore(core.client);
});

describe('a draft whose changes were queued', () => {
  it('is left with what was typed since, told from the record as it is then', () => {
    const later = { ...draft, typed: { ...draft.typed, price: '8', stock: '3' } };
    expect(withoutKept(later, draft)).toEqual({
      ...draft,
      typed: { price: '8', stock: '3' },
      base: null,
    });
  });

  it('is gone from the disk where nothing was typed since', async () => {
    await writeDraft(KEY, draft);
    await settleDraft(KEY, draft);
    expect(await readDraft(KEY)).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('keeps on the disk what was typed since, and other records their own', async () => {
    const other = recordKey('fittings', 'b');
    await writeDraft(KEY, { ...draft, typed: { name: 'Zawias 2', price: '7,35' } });
    await writeDraft(other, draft);
    await settleDraft(KEY, draft);
    expect((await readDraft(KEY))?.typed).toEqual({ name: 'Zawias 2' });
    expect(await readDraft(other)).toEqual(draft);
  });

  it('is not made where there was none', async () => {
    await settleDraft(KEY, draft);
    expect(kept.size).toBe(0);
  });
});

describe('a draft that is still being written', () => {
  it('is what a read right behind it finds, under whatever key', async () => {
    const gate = Promise.withResolvers<void>();
    disk = gate.promise;
    const written = writeDraft(KEY, draft);
    const found = readDraft(KEY);
    await settle();
    gate.resolve();
    expect(await found).toEqual(draft);
    await written;
  });

  it('is there to be settled, and is not read before it is', async () => {
    const gate = Promise.withResolvers<void>();
    disk = gate.promise;
    const written = writeDraft(KEY, draft);
    const settled = settleDraft(KEY, draft);
    const found = readDraft(KEY);
    await settle();
    gate.resolve();
    await Promise.all([written, settled]);
    expect([await found, await readDraft(KEY)]).toEqual([null, null]);
  });

  it('keeps what a cell lays into it', async () => {
    const written = writeDraft(KEY, draft);
    await keepCellDraft('fittings', 'a', 'stock', '3', undefined);
    await written;
    expect((await readDraft(KEY))?.typed).toEqual({ ...draft.typed, stock: '3' });
  });

  it('holds up nobody where it cannot be written', async () => {
    disk = Promise.reject(new Error('disk'));
    await expect(writeDraft(KEY, draft)).rejects.toThrow();
    expect(await readDraft(KEY)).toBeNull();
  });
});

describe('what is typed into a creation while it is being queued', () => {
  const made = { kind: 'fittings', id: 'a' } as const;
  const file = { field: 'photo', file: 'f1', name: 'a.png', size: 1 };
  const record = { name: 'Zawias', price: '7.35' };

  it('is in the form of the record that was made, and no longer in the creation', async () => {
    const now = { ...draft, typed: { name: 'Zawias 2', stock: '3' } };
    expect(withoutKept(now, transferDraft(made, draft, now, record)).typed).toEqual({});
    expect(await readDraft(KEY)).toMatchObject({
      typed: { name: 'Zawias 2', price: '', stock: '3' },
      base: record,
    });
  });

  it('is given to the form of the record where it cannot be written', async () => {
    let form = NO_DRAFT;
    onTestFinished(openForm(KEY, (next) => void (form = next(form))));
    disk = Promise.reject(new Error('disk'));
    transferDraft(made, draft, { ...draft, typed: { name: 'Zawias 2' } }, record);
    await settle();
    expect(form).toMatchObject({ typed: { name: 'Zawias 2', price: '' }, base: record });
    expect(toastStore.getState().toasts).toEqual([]);
  });

  it('is told of where no form is open either', async () => {
    disk = Promise.reject(new Error('the disk is full'));
    transferDraft(made, draft, { ...draft, typed: { name: 'Zawias 2' } }, record);
    await settle();
    expect(toastStore.getState().toasts).toMatchObject([{ tone: 'bad' }]);
  });

  it('leaves the files given since with the creation', () => {
    const later = { ...file, file: 'f2' };
    const queued = { ...draft, files: [file] };
    const now = { ...draft, files: [file, later] };
    expect(withoutKept(now, transferDraft(made, queued, now, null)).files).toEqual([later]);
  });

  it('is nothing where nothing was typed, or all of it discarded', async () => {
    transferDraft(made, draft, draft, null);
    transferDraft(made, draft, { typed: {}, files: [] }, null);
    expect(await readDraft(KEY)).toBeNull();
  });
});
