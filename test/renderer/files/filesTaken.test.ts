import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { FileMatch } from '#contract/files/match.ts';
import type { Json } from '#contract/json.ts';
import type { Input, Output } from '#contract/procedures.ts';
import type { Collected } from '../../../src/renderer/src/client/source.ts';
import { creationTarget } from '../../../src/renderer/src/files/drop/creations.ts';
import {
  assign,
  leaveOut,
  takeForList,
  takeForRecord,
  takeMore,
} from '../../../src/renderer/src/files/state/intake.ts';
import { intakeStore, openIntake } from '../../../src/renderer/src/files/state/intakeStore.ts';
import { queueIntake } from '../../../src/renderer/src/files/state/queueing.ts';
import { holdKeys } from '../../../src/renderer/src/ui/keys/useHotkeys.ts';
import {
  creationKey,
  readDraft,
  writeDraft,
} from '../../../src/renderer/src/fields/drafts/drafts.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { dismissAll, toastStore } from '../../../src/renderer/src/state/toasts.ts';
import { HINGE, OTHER } from './filesSupport.ts';
import { fakeCore, settle } from '../support.ts';

const drafts = new Map<string, Json>();
/** The names are matched when the test resolves this. */
let read: PromiseWithResolvers<void>;
let copied = 0;
/** The files stored beside models, and the released copies. */
let beside: Input<'companions.put'>[] = [];
let released: string[] = [];
/** Number of queue calls; the test resolves their answer. */
let queued = 0;
let queueing: PromiseWithResolvers<Output<'files.queue'>>;

beforeAll(() => i18next.init({ lng: 'cimode' }));

beforeEach(() => {
  drafts.clear();
  dismissAll();
  intakeStore.setState({ intakes: [], open: null });
  read = Promise.withResolvers();
  queued = 0;
  beside = [];
  released = [];
  queueing = Promise.withResolvers();
  const { client } = fakeCore({
    'files.match': async (input) => {
      await read.promise;
      return { matches: (input as Input<'files.match'>).files.map(({ id }) => matchOf(id)) };
    },
    'files.queue': () => {
      queued += 1;
      return queueing.promise;
    },
    'companions.put': (input) => {
      beside.push(input as Input<'companions.put'>);
      return {};
    },
    'files.unstage': (input) => {
      released.push(...(input as Input<'files.unstage'>).files);
      return {};
    },
    'drafts.get': (input) => ({ draft: drafts.get((input as Input<'drafts.get'>).key) ?? null }),
    'drafts.set': (input) => {
      const { key, draft } = input as Input<'drafts.set'>;
      if (draft !== null) drafts.set(key, draft);
      return {};
    },
  });
  const stage = (source: File | { readonly path: string }) => {
    const name = source instanceof File ? source.name : source.path;
    copied += 1;
    const sha256 = String(copied).padStart(64, '0');
    return Promise.resolve({ file: `copy-${copied}`, name, size: 9, sha256, known: false });
  };
  followCore({ ...client, stage });
});

function matchOf(id: string): FileMatch {
  const found = { ...HINGE, field: 'images', as: 'add', by: 'code', matched: 'ZAW-110' } as const;
  return { id, outcome: 'one', candidates: [{ ...found, confidence: 'sure' }] };
}

function given(...paths: readonly string[]): Collected {
  const files = paths.map((shown) => {
    const name = shown.split('/').at(-1) ?? '';
    return { source: { path: shown }, name, size: 9, shown };
  });
  return { given: files, unreadable: [], cut: false };
}

const intake = () => intakeStore.getState().intakes[0];
const choices = () => intake()?.files.map(({ choice }) => choice);

describe('what a person decides while the names are read', () => {
  it('stays', async () => {
    const taking = takeForList('fittings', null, given('ZAW-110-a.png', 'ZAW-110-b.png'));
    const { id = '', files = [] } = intake() ?? {};
    assign(id, [files[0]?.id ?? ''], OTHER);
    read.resolve();
    await taking;
    expect(choices()).toMatchObject([
      { target: OTHER, by: 'person' },
      { target: HINGE, by: 'code' },
    ]);
  });

  it('stays left out, and its record is known when it is taken in again', async () => {
    const taking = takeForList('fittings', null, given('ZAW-110.png'));
    const { id = '', files = [] } = intake() ?? {};
    leaveOut(id, [files[0]?.id ?? ''], true);
    read.resolve();
    await taking;
    expect(choices()).toMatchObject([{ target: HINGE, out: true }]);
  });

  it('is queued once, though the names are read only while that is done', async () => {
    const taking = takeForList('fittings', null, given('ZAW-110.png'));
    const { id = '', files = [] } = intake() ?? {};
    await settle();
    assign(id, [files[0]?.id ?? ''], OTHER);
    void queueIntake(id);
    await settle();
    read.resolve();
    await taking;
    expect(intake()?.phase).toBe('queueing');
    void queueIntake(id);
    await settle();
    expect(queued).toBe(1);
  });
});

describe('what belongs to models that were given together', () => {
  const PATHS = ['a/box.obj', 'a/box.mtl', 'b/box.obj', 'b/BOX.mtl', 'b/tex/oak.tif', 'steel.mtl'];
  /** Returns the original paths of the files stored beside a model. */
  const keptBeside = (at: number) => {
    const first = copied - PATHS.length + 1;
    const files = beside.find(({ sha256 }) => Number(sha256) === first + at)?.files ?? [];
    const places = files.map(({ file }) => Number(file.slice('copy-'.length)) - first);
    return places.toSorted((a, b) => a - b).map((place) => PATHS[place]);
  };
  const queueAll = async (refused: readonly number[] = []) => {
    read.resolve();
    await takeForList('fittings', null, given(...PATHS));
    const { id = '', files = [] } = intake() ?? {};
    assign(id, [files[2]?.id ?? ''], OTHER);
    await settle();
    void queueIntake(id);
    const first = copied - PATHS.length + 1;
    const error = { code: 'refused', message: 'No.' } as const;
    const placed = [0, 2].map((at) => ({
      file: `copy-${first + at}`,
      id: 'r',
      operation: refused.includes(at) ? null : 'o',
      error: refused.includes(at) ? error : null,
    }));
    queueing.resolve({ group: 'g1', placed });
    await settle();
    return first;
  };

  it('is kept beside the one it lay nearest to, where two have one name', async () => {
    const first = await queueAll();
    expect(keptBeside(0)).toEqual(['a/box.mtl', 'b/tex/oak.tif', 'steel.mtl']);
    expect(keptBeside(2)).toEqual(['b/BOX.mtl', 'b/tex/oak.tif', 'steel.mtl']);
    expect(released.toSorted()).toEqual([1, 3, 4, 5].map((at) => `copy-${first + at}`).toSorted());
    expect(intake()).toBeUndefined();
  });

  it('keeps its folder where the model has several of one name', async () => {
    const paths = ['a/box.obj', 'a/oak/color.png', 'a/steel/color.tif', 'a/steel/box.mtl'];
    const others = ['a/oak/color.tif', 'b/color.tif', 'b/box.mtl'];
    takeForRecord(creationTarget('fittings', 'New'), given(...paths, ...others));
    await settle();
    expect(beside.map(({ files }) => files.map(({ name }) => name))).toEqual([
      ['steel/color.tif', 'oak/color.tif', 'box.mtl'],
    ]);
  });

  it('waits with a model that could not be queued', async () => {
    await queueAll([2]);
    expect(keptBeside(0)).toHaveLength(3);
    expect(intake()?.files.map(({ folder, name }) => `${folder}/${name}`)).toEqual(
      ['b/box.obj', 'a/box.mtl', 'b/BOX.mtl', 'b/tex/oak.tif', '/steel.mtl'].toSorted(
        (a, b) => order(a) - order(b),
      ),
    );
    expect(released).toEqual([]);
  });

  it('is kept beside that of a creation too', async () => {
    takeForRecord(creationTarget('fittings', 'New'), given('a/box.obj', 'a/box.mtl'));
    await settle();
    expect(beside.map(({ files }) => files.map(({ name }) => name))).toEqual([['box.mtl']]);
    expect(intake()).toBeUndefined();
  });

  function order(path: string): number {
    return PATHS.indexOf(path.replace(/^\//, ''));
  }
});

describe('a decision about files, while another dialog is worked in', () => {
  it.each([
    ['dropped on a row that its name does not mean', OTHER],
    ['given to a list, and put away', null],
  ])('waits in the tray: %s', async (_how, row) => {
    const taking = takeForList('fittings', row, given('ZAW-110.png'));
    openIntake(null);
    onTestFinished(holdKeys());
    read.resolve();
    await taking;
    expect(intake()?.phase).toBe('open');
    expect(intakeStore.getState().open).toBeNull();
  });

  it('waits there also where the files come only then', async () => {
    onTestFinished(holdKeys());
    read.resolve();
    await takeForList('fittings', null, given('ZAW-110.png'));
    expect(intake()?.phase).toBe('open');
    expect(intakeStore.getState().open).toBeNull();
  });

  it('is asked for at once where there is none', async () => {
    read.resolve();
    await takeForList('fittings', null, given('ZAW-110.png'));
    expect(intakeStore.getState().open).toBe(intake()?.id);
  });
});

describe('files that are added while others are queued', () => {
  it('are still to be decided about', async () => {
    read.resolve();
    await takeForList('fittings', null, given('ZAW-110.png'));
    await settle();
    const { id = '' } = intake() ?? {};
    const queuedFile = `copy-${copied}`;
    void queueIntake(id);
    await settle();
    await takeMore(id, given('ZAW-155.png'));
    const placed = [{ file: queuedFile, id: 'r1', operation: 'o1', error: null }];
    queueing.resolve({ group: 'g1', placed });
    await settle();
    expect(intake()).toMatchObject({ phase: 'open', files: [{ name: 'ZAW-155.png' }] });
  });
});

describe('files of a creation that was closed while they were copied', () => {
  const target = creationTarget('fittings', 'New');

  it('are in it when it is opened again, beside what was typed', async () => {
    const begun = { typed: { name: 'Zawias' }, base: null, files: [], at: 5 };
    await writeDraft(creationKey('fittings'), begun);
    takeForRecord(target, given('a.png'));
    takeForRecord(target, given('b.png', 'c.obj'));
    await settle();
    const draft = await readDraft(creationKey('fittings'));
    expect(draft?.typed).toEqual(begun.typed);
    expect(draft?.files.map(({ name, field }) => [name, field])).toEqual([
      ['a.png', 'images'],
      ['b.png', 'images'],
      ['c.obj', 'model'],
    ]);
    expect(intakeStore.getState().intakes).toEqual([]);
    expect(toastStore.getState().toasts).toHaveLength(2);
  });
});
