import { expect, it } from 'vitest';
import { walkRoots } from '../../../src/renderer/src/client/walk.ts';

/** Returns a browser's entry for a dropped file. */
function file(name: string): FileSystemEntry {
  const entry = { name, isFile: true, isDirectory: false };
  const given = (take: (file: File) => void) => take(new File(['x'], name));
  return { ...entry, file: given } as unknown as FileSystemEntry;
}

/** Returns a browser's entry for a dropped folder, which lists its contents once. */
function folder(name: string, inside: readonly FileSystemEntry[]): FileSystemEntry {
  const entry = { name, isFile: false, isDirectory: true };
  const createReader = () => {
    const parts = [inside, []];
    return { readEntries: (take: (some: unknown) => void) => take(parts.shift()) };
  };
  return { ...entry, createReader } as unknown as FileSystemEntry;
}

const deep = (levels: number): FileSystemEntry =>
  levels === 0 ? file('deep.png') : folder(`level-${levels}`, [deep(levels - 1)]);

it('says that files lay deeper than folders are walked, and goes on beside them', async () => {
  const dropped = folder('dropped', [deep(30), file('z.png')]);
  const { given, cut } = await walkRoots([{ entry: dropped, file: null }]);
  expect(given.map(({ shown }) => shown)).toEqual(['dropped/z.png']);
  expect(cut).toBe(true);
});

it('finds what lies no deeper, and says nothing', async () => {
  const { given, cut } = await walkRoots([{ entry: deep(5), file: null }]);
  expect(given.map(({ name }) => name)).toEqual(['deep.png']);
  expect(cut).toBe(false);
});

it('takes what is given by its own name, and leaves what systems put into folders', async () => {
  const models = folder('.models', [file('.DS_Store'), folder('__MACOSX', [file('b.obj')])]);
  const chosen = Object.assign(new File(['x'], 'c.obj'), { webkitRelativePath: '.set/c.obj' });
  const litter = Object.assign(new File(['x'], 'd.obj'), { webkitRelativePath: 'set/.git/d.obj' });
  const { given } = await walkRoots([
    { entry: file('.a.png'), file: null },
    { entry: folder('.shut', [file('b.png')]), file: null },
    { entry: models, file: null },
    { entry: null, file: new File(['x'], '.e.png') },
    { entry: null, file: chosen },
    { entry: null, file: litter },
  ]);
  expect(given.map(({ shown }) => shown)).toEqual([
    '.a.png',
    '.shut/b.png',
    '.e.png',
    '.set/c.obj',
  ]);
});
