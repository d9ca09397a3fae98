import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { ProductDraft } from '#contract/productDrafts.ts';
import type { Input } from '#contract/procedures.ts';
import type { Source } from '../../../../src/renderer/src/client/source.ts';
import { page } from '../../hooks.ts';
import { fakeCore } from '../../support.ts';

vi.stubGlobal('window', page);
const { givenOf } = await import('../../../../src/renderer/src/client/source.ts');
const { openManifest } =
  await import('../../../../src/renderer/src/screens/productDrafts/openManifest.ts');
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
afterAll(() => vi.unstubAllGlobals());

const MANIFEST = new File(['{}'], 'wardrobe.json');
const missing = (path: string, field = 'images') => ({ path, part: 'p', field, text: 'not here' });
const nameOf = (source: Source) => (source instanceof File ? source.name : source.path);

let saved: ProductDraft | null;
let skipped: readonly ReturnType<typeof missing>[];

beforeEach(() => {
  saved = null;
  const values = { modelPath: 'uploads/x.obj' };
  const draft = { parts: [{ part: 'p', kind: 'products', values, files: [], use: null }] };
  const head = {
    plan: 'plan',
    name: '',
    createdAt: 0,
    updatedAt: 0,
    group: null,
    state: 'draft' as const,
  };
  skipped = [missing('huge.png'), missing('a.png'), missing('b.png')];
  const { client } = fakeCore({
    'productDrafts.fromManifest': () => ({ ...head, draft, skipped }),
    'productDrafts.save': (input) => {
      saved = (input as Input<'productDrafts.save'>).draft;
      return head;
    },
  });
  const stage = async (source: Source) => {
    const name = nameOf(source);
    if (name === 'huge.png') throw new AppError('rejected-file', 'huge.png is too large.');
    return { file: name, name, size: 1, sha256: 'a'.repeat(64), known: false };
  };
  followCore({ ...client, stage: (source) => stage(source) });
});

it('a file of a manifest that cannot be taken keeps neither the plan nor the others from coming', async () => {
  const given = [MANIFEST, new File([], 'huge.png'), new File([], 'a.png')].map((file) =>
    givenOf(file),
  );
  const opened = await openManifest(given);
  expect(opened).toMatchObject({
    plan: 'plan',
    left: [
      { name: 'huge.png', why: { message: 'huge.png is too large.' } },
      { name: 'b.png', why: 'not-taken' },
    ],
  });
  expect(saved?.parts[0]?.files.map(({ name }) => name)).toEqual(['a.png']);
});

it('one file of a manifest comes for a field that takes one, and the others are named', async () => {
  skipped = ['a.obj', 'b.obj', 'c.obj'].map((name) => missing(name, 'modelPath'));
  const given = [MANIFEST, new File([], 'b.obj'), new File([], 'c.obj')].map((file) =>
    givenOf(file),
  );
  const opened = await openManifest(given);
  expect(opened?.left).toEqual([
    { name: 'a.obj', why: 'not-taken' },
    { name: 'c.obj', why: 'one-only' },
  ]);
  expect(saved?.parts[0]?.files.map(({ name }) => name)).toEqual(['b.obj']);
  expect(saved?.parts[0]?.values).toEqual({});
});

it('says so where no manifest is among the files, and nothing where none was chosen', async () => {
  expect(await openManifest([])).toBeNull();
  await expect(openManifest([givenOf(new File([], 'a.png'))])).rejects.toMatchObject({
    code: 'invalid',
    details: { issues: [{ place: 'manifest', value: 'a.png', expected: 'JSON' }] },
  });
});
