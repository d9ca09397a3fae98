import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { DraftPart } from '#contract/productDrafts.ts';
import {
  forgetLeft,
  leaveFiles,
  leftOf,
  openDraft,
} from '../../../../src/renderer/src/screens/productDrafts/draftView.ts';
import { removeFile } from '../../../../src/renderer/src/screens/productDrafts/removeFile.ts';
import {
  addFiles,
  takeFiles,
  takeForPart,
} from '../../../../src/renderer/src/screens/productDrafts/takeFiles.ts';
import { followCore } from '../../../../src/renderer/src/state/core.ts';
import { dismissAll, undoAlone } from '../../../../src/renderer/src/state/toasts.ts';
import { fakeCore } from '../../support.ts';

const nameOf = (name: string) => ({ source: { path: name }, name, size: 1, shown: `all/${name}` });

let parts: readonly DraftPart[];
const plan = {
  get draft() {
    return { parts: [...parts] };
  },
  setParts: (edit: (old: readonly DraftPart[]) => readonly DraftPart[]) => {
    parts = edit(parts);
  },
  copy: <T>(work: Promise<T>) => work,
};
const names = () => parts.flatMap(({ files }) => files.map(({ name }) => name));

beforeEach(() => {
  parts = [{ part: 'p', kind: 'products', values: { name: 'Modra' }, files: [], use: null }];
  const { client } = fakeCore({});
  const stage = async (source: object) => {
    const name = 'path' in source ? String(source.path) : '';
    if (name.includes('huge')) throw new AppError('rejected-file', `${name} is too large.`);
    return { file: name, name, size: 1, sha256: 'a'.repeat(64), known: false };
  };
  followCore({ ...client, stage });
});

describe('files that are dropped on a plan', () => {
  it('are named where they could not be read or have no part, and that there were more is said', async () => {
    const given = [nameOf('notes.txt')];
    const drop = { given, unreadable: ['drawings/closed.png'], cut: true };
    expect(await takeFiles(plan, drop)).toMatchObject([
      { name: 'drawings/closed.png', why: 'unreadable' },
      { name: '', why: 'cut' },
      { name: 'all/notes.txt', why: 'no-part' },
    ]);
  });

  it('do not take the place of each other without a word', async () => {
    const given = ['modra.obj', 'modra-1.png', 'modra-2.png', 'modra-old.obj'].map(nameOf);
    const left = await takeFiles(plan, { given, unreadable: [], cut: false });
    expect(names()).toEqual(['modra.obj', 'modra-1.png', 'modra-2.png']);
    expect(left).toMatchObject([{ name: 'all/modra-old.obj', why: 'one-only' }]);
  });
});

describe('files that are dropped on a part', () => {
  it('are for that part, whatever they are called, each in the field that takes its type', async () => {
    const given = ['IMG_1.png', 'scan.obj', 'notes.txt'].map(nameOf);
    const found = { given, unreadable: [], cut: false };
    const left = await takeForPart(plan, { part: 'p', kind: 'products' }, found);
    expect(parts[0]?.files.map(({ field, name }) => [field, name])).toEqual([
      ['images', 'IMG_1.png'],
      ['modelPath', 'scan.obj'],
    ]);
    expect(left).toMatchObject([{ name: 'all/notes.txt', why: 'type' }]);
  });

  it('can be assigned later where their names fitted no part, also when the plan was left', async () => {
    const given = [nameOf('IMG_1.png')];
    leaveFiles('one', await takeFiles(plan, { given, unreadable: [], cut: false }));
    openDraft('other');
    openDraft(null);
    openDraft('one');
    const [file] = leftOf('one');
    expect(file).toMatchObject({
      name: 'all/IMG_1.png',
      why: 'no-part',
      given: { name: 'IMG_1.png' },
    });
    expect(leftOf('other')).toEqual([]);
    if (file !== undefined) forgetLeft('one', file);
    expect(leftOf('one')).toEqual([]);
  });
});

describe('files that are chosen for a part', () => {
  it('come all but those that cannot, and each of those is told', async () => {
    const given = ['a.png', 'huge.png', 'b.png', 'huge.jpg'].map(nameOf);
    const found = { given, unreadable: ['closed.png'], cut: true };
    const left = await addFiles(plan, { part: 'p', kind: 'products' }, 'images', found);
    expect(names()).toEqual(['a.png', 'b.png']);
    expect(left).toMatchObject([
      { name: 'closed.png', why: 'unreadable' },
      { name: '', why: 'cut' },
      { name: 'all/huge.png', why: { message: 'huge.png is too large.' } },
      { name: 'all/huge.jpg', why: { message: 'huge.jpg is too large.' } },
    ]);
  });
});

describe('a file that is taken out of a plan', () => {
  const file = (field: string, name: string) => ({ field, file: name, name });
  const [first, second, model] = [
    file('images', 'a.png'),
    file('images', 'b.png'),
    file('model', 'a.obj'),
  ];
  const remove = (given: typeof first) => {
    for (const part of parts) removeFile(plan, part, given);
  };

  beforeEach(() => {
    dismissAll();
    parts = parts.map((part) => ({ ...part, files: [first, second, model] }));
  });

  it('comes back where it stood', () => {
    remove(first);
    expect(names()).toEqual(['b.png', 'a.obj']);
    undoAlone(0);
    expect(names()).toEqual(['a.png', 'b.png', 'a.obj']);
  });

  it('stays out where another has taken the only place since', () => {
    remove(model);
    parts = parts.map((part) => ({ ...part, files: [...part.files, file('model', 'b.obj')] }));
    undoAlone(0);
    expect(names()).toEqual(['a.png', 'b.png', 'b.obj']);
  });
});
