import { describe, expect, it } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import type { FileItem } from '../../../src/renderer/src/fields/model/files.ts';
import { factsToKeep, chosenUnit } from '../../../src/renderer/src/files/tab/modelFacts.ts';
import {
  mayMove,
  moved,
  shownField,
  without,
} from '../../../src/renderer/src/files/tab/shownFiles.ts';
import type { ModelFacts } from '#formats/model/types.ts';

function stored(path: string): FileItem {
  return { key: path, name: path, path, staged: null, value: path };
}

function waiting(file: string): FileItem {
  return { key: file, name: file, path: null, staged: null, value: { $file: file } };
}

function changing(field: string, before: readonly string[] | string): readonly Operation[] {
  const change = { field, before, after: null };
  return [{ action: 'update', changes: [change] } as unknown as Operation];
}

describe('a picture that the service names twice', () => {
  const twice = ['a.png', 'b.png', 'a.png'];
  const items = twice.map((path, index) => ({ ...stored(path), key: `${index} ${path}` }));

  it('goes as often as it is named: one of the two alone would be no change', () => {
    const { files } = shownField(items, [], 'images');
    const [first, second] = files;
    if (first === undefined || second === undefined) throw new Error('not shown');
    expect(without(files, first).map(({ name }) => name)).toEqual(['b.png']);
    expect(without(files, second).map(({ name }) => name)).toEqual(['a.png', 'a.png']);
  });

  it('of those that wait here goes the one that is meant', () => {
    const { files } = shownField([waiting('x'), waiting('y')], [], 'images');
    const [first] = files;
    if (first === undefined) throw new Error('not shown');
    expect(without(files, first).map(({ name }) => name)).toEqual(['y']);
  });

  it('is told each time where it leaves, under a key of its own', () => {
    const { leaving } = shownField([stored('b.png')], changing('images', twice), 'images');
    expect(leaving.map(({ name }) => name)).toEqual(['a.png', 'a.png']);
    expect(new Set(leaving.map(({ key }) => key)).size).toBe(2);
  });
});

describe('the files of a field beside what they were', () => {
  it('shows what a queued file takes the place of', () => {
    const { files, leaving } = shownField(
      [waiting('new'), stored('b.png')],
      changing('images', ['a.png', 'b.png']),
      'images',
    );
    expect(files.map(({ queued, replaces }) => [queued, replaces?.name ?? null])).toEqual([
      [true, 'a.png'],
      [false, null],
    ]);
    expect(leaving).toEqual([]);
  });

  it('keeps in sight what leaves without another in its place', () => {
    const { files, leaving } = shownField(
      [stored('b.png'), waiting('new')],
      changing('images', ['a.png', 'b.png']),
      'images',
    );
    expect(files.map(({ replaces }) => replaces)).toEqual([null, null]);
    expect(leaving.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('a single file shows the one before it', () => {
    const { files } = shownField([waiting('new')], changing('model', 'up/old.obj'), 'model');
    expect(files[0]?.replaces).toEqual({ name: 'old.obj', of: { path: 'up/old.obj' } });
  });

  it('without a change nothing is replaced and nothing leaves', () => {
    const { files, leaving } = shownField([stored('a.png')], [], 'images');
    expect(files[0]).toMatchObject({ queued: false, replaces: null, of: { path: 'a.png' } });
    expect(leaving).toEqual([]);
  });
});

describe('moving a picture', () => {
  const { files } = shownField([stored('a'), waiting('b'), waiting('c')], [], 'images');

  it('goes anywhere where every order can be sent', () => {
    expect(mayMove(files, 0, 2, 'all')).toBe(true);
    expect(mayMove(files, 2, 3, 'all')).toBe(false);
    expect(mayMove(files, 0, -1, 'all')).toBe(false);
  });

  it('else only among files that the service does not hold', () => {
    expect(mayMove(files, 2, 1, 'new')).toBe(true);
    expect(mayMove(files, 2, 0, 'new')).toBe(false);
    expect(mayMove(files, 1, 0, 'new')).toBe(false);
  });

  it('keeps the others in their order', () => {
    expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
  });
});

describe('what is kept of a model', () => {
  const facts: ModelFacts = {
    format: 'obj',
    version: 'OBJ',
    bytes: 10,
    up: 'y',
    unit: { millimetres: null, from: 'none', said: null },
    box: { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 7.2, z: 0.18 } },
    triangles: 12,
    materials: [],
    textures: [],
    libraries: [],
    notes: [],
  };

  it('a person’s unit stands where the file says none, and is found again', () => {
    const kept = factsToKeep(facts, 'cm');
    expect(kept.unit).toEqual({ millimetres: 10, from: 'person', said: null });
    expect(chosenUnit(kept)).toBe('cm');
    expect(kept.box).toEqual({ min: [0, 0, 0], max: [6, 7.2, 0.18] });
  });

  it('the file’s own word stands before a person’s', () => {
    const own = { millimetres: 1000, from: 'header', said: 'meter' } as const;
    const kept = factsToKeep({ ...facts, unit: own }, 'cm');
    expect(kept.unit).toEqual(own);
    expect(chosenUnit(kept)).toBeNull();
  });
});
