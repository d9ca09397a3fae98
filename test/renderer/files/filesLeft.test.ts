import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { MOST_FILES } from '#contract/files/intake.ts';
import type { Input } from '#contract/procedures.ts';
import type { Collected } from '../../../src/renderer/src/client/source.ts';
import { creationTarget, openCreation } from '../../../src/renderer/src/files/drop/creations.ts';
import { takeDrop } from '../../../src/renderer/src/files/drop/takeDrop.ts';
import { retryFailed } from '../../../src/renderer/src/files/state/copying.ts';
import {
  assign,
  takeForList,
  takeForRecord,
  takeMore,
} from '../../../src/renderer/src/files/state/intake.ts';
import { intakeStore, openIntake } from '../../../src/renderer/src/files/state/intakeStore.ts';
import { queueIntake } from '../../../src/renderer/src/files/state/queueing.ts';
import type { DraftFile } from '../../../src/renderer/src/fields/drafts/drafts.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { dismissAll, toastStore } from '../../../src/renderer/src/state/toasts.ts';
import { HINGE, OTHER } from './filesSupport.ts';
import { fakeCore, settle } from '../support.ts';

let queued: Input<'files.queue'>[] = [];
/** Names of files that cannot be copied. */
let broken = new Set<string>();
/** Names of files that are not queued for their record. */
let refused = new Set<string>();
/** Set when no file can be stored beside a model. */
let isFull = false;
let released: string[] = [];
/** A dropped folder is read when the test resolves this. */
let walked: PromiseWithResolvers<Collected>;

beforeAll(() => i18next.init({ lng: 'cimode' }));

beforeEach(() => {
  queued = [];
  broken = new Set();
  refused = new Set();
  isFull = false;
  released = [];
  walked = Promise.withResolvers();
  dismissAll();
  intakeStore.setState({ intakes: [], open: null });
  const { client } = fakeCore({
    // The file belongs to the record whose code is in its path.
    'files.match': (input) => ({
      matches: (input as Input<'files.match'>).files.map(({ id, path }) => {
        const target = [HINGE, OTHER].find(({ key }) => path.includes(key ?? ''));
        if (target === undefined) return { id, outcome: 'none', candidates: [] };
        const how = { field: 'images', as: 'add', by: 'code', matched: '' } as const;
        return { id, outcome: 'one', candidates: [{ ...target, ...how, confidence: 'sure' }] };
      }),
    }),
    'files.queue': (input) => {
      const call = input as Input<'files.queue'>;
      queued.push(call);
      const placed = call.assignments.map(({ file, record }) => {
        const isRefused = refused.has(file);
        const error = isRefused ? { code: 'state' as const, message: 'It leaves.' } : null;
        return { file, id: record, operation: isRefused ? null : `o ${file}`, error };
      });
      return { group: 'g', placed };
    },
    'files.unstage': (input) => {
      released.push(...(input as Input<'files.unstage'>).files);
      return {};
    },
    'companions.put': () => {
      if (isFull) throw new AppError('disk-full', 'No room.');
      return {};
    },
  });
  const stage = (source: File | { readonly path: string }) => {
    const name = source instanceof File ? source.name : source.path;
    if (broken.has(name)) return Promise.reject(new AppError('rejected-file', 'No.'));
    return Promise.resolve({ file: name, name, size: 9, sha256: 'a'.repeat(64), known: false });
  };
  followCore({ ...client, stage, collect: () => walked.promise });
});

function given(...paths: readonly string[]): Collected {
  const files = paths.map((shown) => {
    const name = shown.split('/').at(-1) ?? '';
    return { source: { path: shown }, name, size: 9, shown };
  });
  return { given: files, unreadable: [], cut: false };
}

const intake = (at = 0) => intakeStore.getState().intakes[at];
const names = (at = 0) => intake(at)?.files.map(({ name }) => name);
const idOf = (name: string) => intake()?.files.find((file) => file.name === name)?.id ?? '';
const toasts = () => toastStore.getState().toasts.map(({ text }) => text);

describe('files of a creation of which a person gives one to another record', () => {
  it('go where each was sent', async () => {
    const taken: DraftFile[] = [];
    const end = openCreation('fittings', (files) => taken.push(...files));
    takeForRecord(creationTarget('fittings', 'New'), given('a.obj', 'b.obj'));
    await settle();
    const { id = '' } = intake() ?? {};
    assign(id, [idOf('b.obj')], HINGE);
    await queueIntake(id);
    await settle();
    end();
    expect(taken.map(({ name }) => name)).toEqual(['a.obj']);
    expect(queued.flatMap(({ assignments }) => assignments)).toMatchObject([
      { file: 'b.obj', record: 'r1' },
    ]);
    expect(intake()).toBeUndefined();
  });
});

describe('what is said of files that were dropped on a row', () => {
  it('names the row only where all of them are its own', async () => {
    await takeForList('fittings', HINGE, given('ZAW-110.png', 'ZAW-155.png'));
    await settle();
    await queueIntake(intake()?.id ?? '');
    expect(queued[0]?.assignments.map(({ record }) => record)).toEqual(['r1', 'r2']);
    expect(toasts()).toEqual(['files.queued']);
    await takeForList('fittings', HINGE, given('ZAW-110-2.png'));
    await settle();
    expect(toasts()).toEqual(['files.queued', 'files.queuedFor']);
  });
});

describe('what of a drop could not be read', () => {
  const lost = { unreadable: ['set/b.png'], cut: true };

  it('is still told when the rest is queued without a dialog', async () => {
    takeForRecord(HINGE, { ...given('set/a.png'), ...lost });
    await settle();
    expect(queued).toHaveLength(1);
    expect(intake()).toMatchObject({ phase: 'queued', files: [], ...lost });
  });

  it('is told of what joins a dialog, and is over with what it was shown beside', async () => {
    await takeForList('fittings', null, given('ZAW-110.png'));
    const { id = '' } = intake() ?? {};
    await takeMore(id, { ...given('set/ZAW-155.png'), ...lost });
    expect(intake()).toMatchObject(lost);
    await settle();
    await queueIntake(id);
    await settle();
    expect(intake()).toBeUndefined();
  });

  it('is what is more than one call takes', async () => {
    const some = (count: number) => given(...Array.from({ length: count }, (_, at) => `${at}.png`));
    await takeForList('fittings', null, some(MOST_FILES - 1));
    const { id = '' } = intake() ?? {};
    expect(intake()?.cut).toBe(false);
    await takeMore(id, some(2));
    expect(intake()?.files).toHaveLength(MOST_FILES);
    expect(intake()?.cut).toBe(true);
  });
});

const element = { getAttribute: () => null } as unknown as Element;
const onHinge = { element, place: { type: 'record', kind: 'fittings', target: HINGE } } as const;

describe('a folder that is dropped and holds nothing to be taken', () => {
  const root = { entry: { isDirectory: true } as unknown as FileSystemEntry, file: null };
  const nothing = { given: [], unreadable: [], cut: false };

  it('is told', async () => {
    takeDrop(onHinge, [root]);
    walked.resolve(nothing);
    await settle();
    expect(toasts()).toEqual(['files.nothing']);
  });

  it('is told where its files lay too deep', async () => {
    takeDrop(onHinge, [root]);
    walked.resolve({ ...nothing, cut: true });
    await settle();
    expect(intake()).toMatchObject({ phase: 'queued', files: [], cut: true });
  });
});

describe('files that are dropped while a dialog opens by itself', () => {
  it('are for the record that they were dropped on', async () => {
    takeDrop(onHinge, []);
    await takeForList('fittings', null, given('ZAW-155.png'));
    walked.resolve(given('front.png'));
    await vi.waitFor(() =>
      expect(queued[0]?.assignments).toMatchObject([{ file: 'front.png', record: 'r1' }]),
    );
    expect(names()).toEqual(['ZAW-155.png']);
  });

  it('are not lost with a dialog that is gone before they are read', async () => {
    await takeForList('fittings', null, given('ZAW-155.png'));
    takeDrop({ element, place: { type: 'list', kind: 'fittings', row: null } }, []);
    await settle();
    await queueIntake(intake()?.id ?? '');
    await settle();
    expect(intake()).toBeUndefined();
    walked.resolve(given('ZAW-110.png'));
    await vi.waitFor(() => expect(names()).toEqual(['ZAW-110.png']));
  });
});

describe('files that need a decision while a person decides about others', () => {
  it('wait for it, and leave the dialog that is open to those', async () => {
    await takeForList('fittings', null, given('ZAW-155.png'));
    const { id = '' } = intake() ?? {};
    expect(intakeStore.getState().open).toBe(id);
    takeForRecord(HINGE, given('a.obj', 'b.obj'));
    await settle();
    expect(intake(1)?.phase).toBe('open');
    expect(intakeStore.getState().open).toBe(id);
    openIntake(null);
    takeForRecord(OTHER, given('a.obj', 'b.obj'));
    await settle();
    expect(intakeStore.getState().open).toBe(intake(2)?.id);
  });
});

describe('what is left of an intake that was queued', () => {
  const leave = async () => {
    broken.add('ZAW-155.png');
    await takeForList('fittings', null, given('ZAW-110.png', 'ZAW-155.png'));
    await settle();
    const { id = '' } = intake() ?? {};
    await queueIntake(id);
    await settle();
    expect(intake()).toMatchObject({ phase: 'queued', files: [{ name: 'ZAW-155.png' }] });
    broken.clear();
    return id;
  };

  it('is to be decided about as soon as it is tried again', async () => {
    const id = await leave();
    retryFailed(id);
    openIntake(null);
    await settle();
    expect(intake()?.files[0]?.copy.state).toBe('kept');
    expect(intake()?.phase).toBe('open');
  });

  it('is to be decided about when it is given to another record', async () => {
    const id = await leave();
    assign(id, [idOf('ZAW-155.png')], HINGE);
    expect(intake()?.phase).toBe('open');
  });

  it('keeps the reason why it was refused, though other files are queued since', async () => {
    refused.add('ZAW-155.png');
    await takeForList('fittings', null, given('ZAW-110.png', 'ZAW-155.png'));
    await settle();
    const { id = '' } = intake() ?? {};
    await queueIntake(id);
    await takeMore(id, given('ZAW-110-2.png'));
    await settle();
    await queueIntake(id);
    await settle();
    expect(queued).toHaveLength(2);
    expect(intake()?.phase).toBe('queued');
    expect(intake()?.files).toMatchObject([
      { name: 'ZAW-155.png', refused: { code: 'state', message: 'It leaves.' } },
    ]);
  });

  it('is to be decided about with what joins it', async () => {
    await takeMore(await leave(), given('ZAW-110.png'));
    expect(intake()?.phase).toBe('open');
  });
});

describe('a part of a model that could not be copied', () => {
  it('stays in sight when its model is queued without a dialog', async () => {
    broken.add('set/box.mtl');
    takeForRecord(HINGE, given('set/box.obj', 'set/box.mtl', 'set/steel.mtl'));
    await settle();
    expect(queued).toHaveLength(1);
    expect(names()).toEqual(['box.mtl']);
    expect(intake()?.files[0]?.copy.state).toBe('failed');
  });

  it('is over where a dialog showed it', async () => {
    broken.add('ZAW-110.mtl');
    await takeForList('fittings', null, given('ZAW-110.obj', 'ZAW-110.mtl'));
    await settle();
    await queueIntake(intake()?.id ?? '');
    await settle();
    expect(intake()).toBeUndefined();
  });

  it('is told where it could not be kept beside its model, and its copy is let go', async () => {
    isFull = true;
    takeForRecord(HINGE, given('set/box.obj', 'set/box.mtl'));
    await settle();
    expect(toasts()).toEqual(['files.queuedFor', 'files.besideLost']);
    expect(released).toEqual(['set/box.mtl']);
    expect(intake()).toBeUndefined();
  });
});
