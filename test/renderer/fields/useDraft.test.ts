import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { Input } from '#contract/procedures.ts';
import { page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('window', page);
const { followCore } = await import('../../../src/renderer/src/state/core.ts');
const { toastStore } = await import('../../../src/renderer/src/state/toasts.ts');
const { creationKey, keepCellDraft, readDraft, recordKey, writeDraft } =
  await import('../../../src/renderer/src/fields/drafts/drafts.ts');
const { useDraft } = await import('../../../src/renderer/src/fields/useDraft.ts');

const KEY = recordKey('fittings', 'a');
const RECORD = { name: 'Hinge', price: '8.90' };
const kept = new Map<string, Json>();
/** The fake reader answers when this resolves. */
let reading = Promise.resolve();
/** Error of every write; null when writes succeed. */
let fault: AppError | null = null;
let core: ReturnType<typeof fakeCore>;

beforeEach(() => {
  kept.clear();
  reading = Promise.resolve();
  fault = null;
  core = fakeCore({
    'drafts.get': async (input) => {
      const draft = kept.get((input as Input<'drafts.get'>).key) ?? null;
      await reading;
      return { draft };
    },
    'drafts.set': (input) => {
      if (fault !== null) throw fault;
      const { key, draft } = input as Input<'drafts.set'>;
      if (draft === null) kept.delete(key);
      else kept.set(key, draft);
      return {};
    },
  });
  followCore(core.client);
});

describe('the form of a record that is open', () => {
  it('shows what a cell lays into it, and keeps it with what is typed since', async () => {
    const form = await useIn(useDraft, KEY);
    await keepCellDraft('fittings', 'a', 'price', 'dear', RECORD);
    await settle();
    expect(form.now().typed).toEqual({ price: 'dear' });
    expect(form.now().base).toEqual(RECORD);
    form.now().type('name', 'Long hinge', 'Hinge', RECORD);
    await form.leave();
    expect((await readDraft(KEY))?.typed).toEqual({ price: 'dear', name: 'Long hinge' });
  });

  it('leaves the form of another record alone', async () => {
    const form = await useIn(useDraft, recordKey('fittings', 'b'));
    await keepCellDraft('fittings', 'a', 'price', 'dear', RECORD);
    await settle();
    expect(form.now().typed).toEqual({});
    expect((await readDraft(KEY))?.typed).toEqual({ price: 'dear' });
  });
});

describe('a form that is discarded', () => {
  const undo = () => toastStore.getState().toasts.at(-1)?.undo?.();

  it('is there again after Undo, with what was typed since', async () => {
    const form = await useIn(useDraft, KEY);
    form.now().type('name', 'Long hinge', 'Hinge', RECORD);
    form.now().type('price', '7', '8.90', RECORD);
    await settle();
    form.now().discard();
    await settle();
    expect(form.now().typed).toEqual({});
    form.now().type('name', 'Short hinge', 'Hinge', RECORD);
    undo();
    await settle();
    expect(form.now()).toMatchObject({ typed: { name: 'Short hinge', price: '7' }, base: RECORD });
    await form.leave();
    expect((await readDraft(KEY))?.typed).toEqual({ name: 'Short hinge', price: '7' });
  });

  it('is there again where another record is shown by then', async () => {
    const form = await useIn(useDraft, KEY);
    form.now().type('name', 'Long hinge', 'Hinge', RECORD);
    await settle();
    form.now().discard();
    await form.use(recordKey('fittings', 'b'));
    undo();
    await settle();
    expect(form.now().typed).toEqual({});
    expect((await readDraft(KEY))?.typed).toEqual({ name: 'Long hinge' });
  });
});

describe('what is typed before the disk has told what was typed another time', () => {
  const old = { typed: { name: 'Long hinge', price: '7' }, base: RECORD, files: [], at: 5 };

  it('joins that, place by place', async () => {
    await writeDraft(KEY, old);
    const gate = Promise.withResolvers<void>();
    reading = gate.promise;
    const form = await useIn(useDraft, KEY);
    form.now().type('price', '9', '8.90', { ...RECORD, stock: '3' });
    await settle();
    gate.resolve();
    await settle();
    expect(form.now().typed).toEqual({ name: 'Long hinge', price: '9' });
    expect(form.now()).toMatchObject({ base: RECORD, restored: true });
    await form.leave();
    expect((await readDraft(KEY))?.typed).toEqual({ name: 'Long hinge', price: '9' });
  });

  it('has the files of both, each once', async () => {
    const files = ['f1', 'f2'].map((file) => ({ field: 'photo', file, name: file, size: 1 }));
    const key = creationKey('fittings');
    await writeDraft(key, { ...old, files: files.slice(0, 1) });
    const gate = Promise.withResolvers<void>();
    reading = gate.promise;
    const form = await useIn(useDraft, key);
    form.now().setFiles(files);
    await settle();
    gate.resolve();
    await settle();
    expect(form.now()).toMatchObject({ files, typed: old.typed });
  });
});

describe('a record that is typed in in two windows', () => {
  const other = new BroadcastChannel('cabinet:drafts');
  afterAll(() => other.close());

  /** Writes a draft as another window does that has read the draft on the disk. */
  const writeElsewhere = (typed: Record<string, string>) => {
    if (Object.keys(typed).length === 0) kept.delete(KEY);
    else kept.set(KEY, { typed, base: RECORD, files: [], at: 7 });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    other.postMessage(null);
  };

  it('shows here what is typed there, and keeps both', async () => {
    const form = await useIn(useDraft, KEY);
    writeElsewhere({ name: 'Long hinge' });
    await vi.waitFor(() => expect(form.now().typed).toEqual({ name: 'Long hinge' }));
    form.now().type('price', '7', '8.90', RECORD);
    await form.leave();
    expect((await readDraft(KEY))?.typed).toEqual({ name: 'Long hinge', price: '7' });
  });

  it('keeps what is typed here and not written yet', async () => {
    const form = await useIn(useDraft, KEY);
    form.now().type('price', '7', '8.90', RECORD);
    writeElsewhere({ name: 'Long hinge', price: '6' });
    await vi.waitFor(() => expect(form.now().typed).toEqual({ name: 'Long hinge', price: '7' }));
    await form.leave();
    expect((await readDraft(KEY))?.typed).toEqual({ name: 'Long hinge', price: '7' });
  });

  it('is empty here when it was queued or discarded there, and stays so', async () => {
    writeElsewhere({ name: 'Long hinge' });
    const form = await useIn(useDraft, KEY);
    expect(form.now()).toMatchObject({ typed: { name: 'Long hinge' }, restored: true });
    writeElsewhere({});
    await vi.waitFor(() => expect(form.now()).toMatchObject({ typed: {}, restored: false }));
    form.now().type('price', '7', '8.90', RECORD);
    await form.leave();
    expect((await readDraft(KEY))?.typed).toEqual({ price: '7' });
  });

  it('is told from the record as it is now when there was queued what was typed first', async () => {
    writeElsewhere({ name: 'Long hinge' });
    const form = await useIn(useDraft, KEY);
    form.now().type('price', '7', '8.90', RECORD);
    expect(form.now().base).toEqual(RECORD);
    writeElsewhere({});
    await vi.waitFor(() => expect(form.now().typed).toEqual({ price: '7' }));
    expect(form.now().base).toBeNull();
  });

  it('is looked at again by who comes back to a window', async () => {
    const form = await useIn(useDraft, KEY);
    kept.set(KEY, { typed: { name: 'Long hinge' }, base: RECORD, files: [], at: 7 });
    page.dispatchEvent(new Event('focus'));
    await settle();
    expect(form.now().typed).toEqual({ name: 'Long hinge' });
  });

  it('tells the others when it was written', async () => {
    const told = vi.fn<() => void>();
    other.addEventListener('message', told, { once: true });
    await writeDraft(KEY, { typed: { name: 'Long hinge' }, base: RECORD, files: [], at: 7 });
    await vi.waitFor(() => expect(told).toHaveBeenCalled());
  });
});

describe('what was typed another time and cannot be read', () => {
  const old = { typed: { name: 'Long hinge' }, base: RECORD, files: [], at: 5 };
  const key = creationKey('fittings');

  /** Opens a form while the core does not answer. */
  async function openedUnread() {
    await writeDraft(key, old);
    const gate = Promise.withResolvers<void>();
    reading = gate.promise;
    const form = await useIn(useDraft, key);
    gate.reject(new Error('nobody answers'));
    await settle();
    expect(form.now().typed).toEqual({});
    reading = Promise.resolve();
    return form;
  }

  it('is not written over by what is typed then', async () => {
    const form = await openedUnread();
    form.now().type('price', '9', '8.90', RECORD);
    await form.leave();
    expect((await readDraft(key))?.typed).toEqual({ name: 'Long hinge', price: '9' });
  });

  it('is shown with that as soon as there is an answer', async () => {
    const form = await openedUnread();
    form.now().type('price', '9', '8.90', RECORD);
    core.reconnect();
    await settle();
    expect(form.now()).toMatchObject({ typed: { name: 'Long hinge', price: '9' }, restored: true });
  });
});

describe('what is typed while Cabinet does not answer', () => {
  const lost = new AppError('disconnected', 'The core is being started again.');

  /** Opens a form with typed text that could not be written to the disk. */
  async function typedUnkept() {
    const form = await useIn(useDraft, KEY);
    fault = lost;
    form.now().type('price', '9', '8.90', RECORD);
    page.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(form.now().kept).toBe('refused');
    return form;
  }

  it('is on the disk as soon as there is an answer', async () => {
    const form = await typedUnkept();
    fault = null;
    core.reconnect();
    await settle();
    page.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(form.now()).toMatchObject({ typed: { price: '9' }, kept: 'kept' });
    expect((await readDraft(KEY))?.typed).toEqual({ price: '9' });
  });

  it('is there then though its form was left meanwhile, beside what another window typed', async () => {
    const form = await typedUnkept();
    await form.leave();
    fault = null;
    kept.set(KEY, { typed: { name: 'Long hinge' }, base: RECORD, files: [], at: 5 });
    core.reconnect();
    await settle();
    expect((await readDraft(KEY))?.typed).toEqual({ price: '9', name: 'Long hinge' });
  });

  it('is in its form again before there is an answer, and is gone where it is discarded there', async () => {
    const form = await typedUnkept();
    await form.use(recordKey('fittings', 'b'));
    await form.use(KEY);
    expect(form.now()).toMatchObject({ typed: { price: '9' }, restored: true });
    form.now().forget();
    await form.leave();
    fault = null;
    core.reconnect();
    await settle();
    expect(await readDraft(KEY)).toBeNull();
  });
});
