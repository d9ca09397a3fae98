import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { DraftPart } from '#contract/productDrafts.ts';
import type { Input } from '#contract/procedures.ts';
import { draftTextOf } from '../../../../src/renderer/src/screens/productDrafts/draftText.ts';
import type { Opened } from '../../../../src/renderer/src/screens/productDrafts/draftText.ts';
import { addFile } from '../../../../src/renderer/src/screens/productDrafts/takeFiles.ts';
import {
  useOpened,
  useProductDraft,
} from '../../../../src/renderer/src/screens/productDrafts/useProductDraft.ts';
import { followCore } from '../../../../src/renderer/src/state/core.ts';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';
import type { FakeCore } from '../../support.ts';

vi.stubGlobal('window', page);

const PART: DraftPart = { part: 'p', kind: 'products', values: {}, files: [], use: null };
const PICTURE = { source: { path: 'a.png' }, name: 'a.png', size: 9, shown: 'a.png' };

let disk: Opened;
let core: FakeCore;
let fault: AppError | null;
let copied: PromiseWithResolvers<void>;
/** Saving answers when this resolves. */
let saving: Promise<void>;
let last = 0;

beforeEach(() => {
  fault = null;
  copied = Promise.withResolvers();
  saving = Promise.resolve();
  // A plan has one text for the lifetime of the window, so each test needs a new plan.
  const plan = `plan-${++last}`;
  const draft = { parts: [PART] };
  disk = {
    plan,
    name: '',
    draft,
    createdAt: 0,
    updatedAt: 0,
    group: null,
    state: 'draft' as const,
  };
  core = fakeCore({
    'productDrafts.get': () => disk,
    'productDrafts.evaluate': () => ({
      parts: [],
      unknown: [],
      ready: true,
      creates: 0,
      uploads: 0,
    }),
    'productDrafts.save': async (input) => {
      if (fault !== null) throw fault;
      const { name, draft } = input as Input<'productDrafts.save'>;
      disk = { ...disk, name, draft, updatedAt: disk.updatedAt + 1 };
      await saving;
      return disk;
    },
  });
  const stage = async () => {
    await copied.promise;
    return { file: 'copy', name: 'a.png', size: 9, sha256: 'a'.repeat(64), known: false };
  };
  followCore({ ...core.client, stage });
});

describe('a plan that is left and come back to', () => {
  it('takes a file that was being copied beside what was typed since', async () => {
    const adding = addFile(draftTextOf(disk), PART, 'images', PICTURE);
    const again = draftTextOf(disk);
    again.rename('Wardrobe');
    copied.resolve();
    await adding;
    await again.flush();
    expect(disk.name).toBe('Wardrobe');
    expect(disk.draft.parts[0]?.files.map(({ name }) => name)).toEqual(['a.png']);
    expect(again.shown()).toMatchObject({ draft: disk.draft, kept: 'saved' });
  });

  it('is not as the disk had it while what was typed was on its way', async () => {
    const before = disk;
    draftTextOf(disk).rename('Wardrobe');
    expect(draftTextOf(before).shown().name).toBe('Wardrobe');
    await draftTextOf(before).flush();
    expect(draftTextOf(before).shown().name).toBe('Wardrobe');
  });

  it('is as another window left it', async () => {
    const text = draftTextOf(disk);
    text.rename('Wardrobe');
    await text.flush();
    disk = { ...disk, name: 'Shelf', updatedAt: 9 };
    expect(draftTextOf(disk).shown().name).toBe('Shelf');
  });
});

describe('a plan that another window changes meanwhile', () => {
  const changeElsewhere = async (name: string) => {
    disk = { ...disk, name, updatedAt: disk.updatedAt + 9 };
    core.emit('productDrafts.changed', { plan: disk.plan });
    await settle();
  };

  it('is read anew where it is open', async () => {
    const opened = await useIn(useOpened, disk.plan);
    await changeElsewhere('Shelf');
    await vi.waitFor(() => expect(opened.now().data?.name).toBe('Shelf'));
  });

  it('is typed on as that window left it', async () => {
    const plan = await useIn(useProductDraft, disk);
    disk = { ...disk, name: 'Shelf', updatedAt: 9 };
    await plan.use(disk);
    expect(plan.now().name).toBe('Shelf');
    plan.now().setParts((parts) => [...parts, { ...PART, part: 'q' }]);
    await plan.now().flush();
    expect(disk).toMatchObject({ name: 'Shelf', draft: { parts: [{}, {}] } });
  });

  it('keeps what was changed there when a file comes that was being copied for it', async () => {
    const adding = addFile(draftTextOf(disk), PART, 'images', PICTURE);
    await changeElsewhere('Shelf');
    copied.resolve();
    await adding;
    await draftTextOf(disk).flush();
    expect(disk).toMatchObject({ name: 'Shelf', draft: { parts: [{ files: [{}] }] } });
  });
});

describe('a plan that could not be saved', () => {
  it('says so, and is saved before it is queued', async () => {
    const text = draftTextOf(disk);
    fault = new AppError('disconnected', 'The core is being started again.');
    text.rename('Wardrobe');
    await settle();
    expect(text.shown()).toMatchObject({ kept: 'unsaved', error: { code: fault.code } });
    await expect(text.flush()).rejects.toThrow(fault.message);
    fault = null;
    await text.flush();
    expect(disk.name).toBe('Wardrobe');
    expect(text.shown()).toMatchObject({ kept: 'saved', error: null });
  });

  it('is saved as soon as there is a connection again', async () => {
    fault = new AppError('disconnected', 'The core is being started again.');
    draftTextOf(disk).rename('Wardrobe');
    await settle();
    fault = null;
    core.reconnect();
    await settle();
    expect(disk.name).toBe('Wardrobe');
  });

  it('is saved as it was typed last', async () => {
    const text = draftTextOf(disk);
    fault = new AppError('disconnected', 'The core is being started again.');
    text.rename('Ward');
    await settle();
    fault = null;
    text.rename('Wardrobe');
    await text.flush();
    expect(disk.name).toBe('Wardrobe');
    expect(core.calls).toEqual(['productDrafts.save', 'productDrafts.save']);
  });
});

describe('a plan over which the window is closed', () => {
  it('has the last letter, though the one before is still on its way to the disk', async () => {
    const text = draftTextOf(disk);
    const answer = Promise.withResolvers<void>();
    saving = answer.promise;
    text.rename('Wardrob');
    text.rename('Wardrobe');
    page.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(disk.name).toBe('Wardrobe');
    expect(core.calls).toEqual(['productDrafts.save', 'productDrafts.save']);
    answer.resolve();
    await text.flush();
  });

  it('is not saved once more where all of it is on its way', async () => {
    const text = draftTextOf(disk);
    text.rename('Wardrobe');
    page.dispatchEvent(new Event('pagehide'));
    await text.flush();
    expect(core.calls).toEqual(['productDrafts.save']);
  });
});

describe('a plan for which files are being copied', () => {
  it('says so until the last of them is here, so that it is not queued without', async () => {
    const text = draftTextOf(disk);
    expect(text.shown().copying).toBe(false);
    const adding = text.copy(addFile(text, PART, 'images', PICTURE));
    const other = text.copy(Promise.reject(new AppError('rejected-file', 'b.png is gone.')));
    await expect(other).rejects.toThrow('b.png is gone.');
    expect(text.shown().copying).toBe(true);
    copied.resolve();
    await adding;
    expect(text.shown()).toMatchObject({ copying: false, draft: { parts: [{ files: [{}] }] } });
  });
});
