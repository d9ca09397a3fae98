import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sight } from '#contract/files/sights.ts';
import type { Input } from '#contract/procedures.ts';
import type { ModelFile } from '#formats/model/types.ts';
import { page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('window', page);
vi.stubGlobal('fetch', () => Promise.resolve(new Response('v 0 0 0')));
const { useModel } = await import('../../../src/renderer/src/files/tab/useModel.ts');
const { useLocated } = await import('../../../src/renderer/src/viewer3d/view/useLocated.ts');
const { followCore } = await import('../../../src/renderer/src/state/core.ts');

afterAll(() => vi.unstubAllGlobals());

const SIGHT: Sight = {
  of: { path: 'box.obj' },
  name: 'box.obj',
  state: 'here',
  sha256: 'a'.repeat(64),
  type: 'obj',
  size: 9,
  thumbs: [],
  beside: '',
};
/** The files stored beside the model. */
let kept: Input<'companions.put'>[] = [];

beforeEach(() => {
  kept = [];
  const { client } = fakeCore({
    'facts.get': () => ({ facts: [] }),
    'companions.put': (input) => {
      kept.push(input as Input<'companions.put'>);
      return {};
    },
  });
  const stage = (source: File | { readonly path: string }) => {
    const name = source instanceof File ? source.name : source.path;
    return Promise.resolve({ file: name, name, size: 9, sha256: 'b'.repeat(64), known: false });
  };
  followCore({ ...client, stage });
});

const namesOf = (files: readonly ModelFile[] | null | undefined) => files?.map(({ name }) => name);

describe('a texture that was located for a model', () => {
  it('is shown with it too where it is opened large afterwards', async () => {
    const model = await useIn((sight: Sight) => useModel(sight, true), SIGHT);
    await vi.waitFor(() => expect(namesOf(model.now().files)).toEqual(['box.obj']));
    const viewer = await useIn(
      (files: readonly ModelFile[]) => useLocated(files, model.now().onLocated),
      model.now().files ?? [],
    );
    viewer.now().add([new File(['x'], 'oak.png')], ['oak.png']);
    await settle();
    expect(kept).toMatchObject([{ files: [{ name: 'oak.png', file: 'oak.png' }] }]);
    const { files } = model.now();
    expect(namesOf(files)).toEqual(['box.obj', 'oak.png']);

    await viewer.use(files ?? []);
    expect(viewer.now().files).toBe(files);
    expect(viewer.now().news).toEqual(['oak.png']);
  });
});
