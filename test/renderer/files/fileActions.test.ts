import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '#contract/json.ts';
import type { Input } from '#contract/procedures.ts';
import type { ShownFile } from '../../../src/renderer/src/files/tab/shownFiles.ts';
import { HINGE } from './filesSupport.ts';
import { page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('window', page);
vi.mock('../../../src/renderer/src/fields/form.ts', () => ({
  useForm: () => ({ record: {} }),
}));
const { useFileActions } = await import('../../../src/renderer/src/files/tab/useFileActions.ts');
const { followCore } = await import('../../../src/renderer/src/state/core.ts');

afterAll(() => vi.unstubAllGlobals());

/** Pictures in the fake core; it answers when the test resolves `answer`. */
let held: Json[] = [];
let answer: PromiseWithResolvers<unknown>;

beforeEach(() => {
  held = ['a.png', 'b.png', 'c.png'];
  answer = Promise.withResolvers();
  const { client } = fakeCore({
    'records.update': (input) => {
      held = (input as Input<'records.update'>).values['images'] as Json[];
      return answer.promise;
    },
  });
  followCore(client);
});

function shown(): readonly ShownFile[] {
  return held.map((path) => {
    const name = String(path);
    const item = { key: name, name, path: name, staged: null, value: name };
    return { key: name, name, of: { path: name }, item, queued: false, replaces: null };
  });
}

const useImages = (files: readonly ShownFile[]) =>
  useFileActions({
    target: HINGE,
    name: 'images',
    files,
    isList: true,
    reload: () => Promise.resolve(),
  });

describe('a picture that is taken away while another one is moved', () => {
  it('does not put that one back in its old place', async () => {
    const before = shown();
    const last = before[2];
    if (last === undefined) throw new Error('not shown');
    const actions = await useIn(useImages, before);
    const pressed = actions.now();
    pressed.move(0, 1);
    pressed.remove(last);
    await settle();
    actions.now().remove(last);
    await settle();
    expect(actions.now().busy).toBe(true);
    expect(held).toEqual(['b.png', 'a.png', 'c.png']);

    answer.resolve({ operation: 'o', id: 'r1' });
    await settle();
    await actions.use(shown());
    expect(actions.now().busy).toBe(false);
    actions.now().remove(last);
    await settle();
    expect(held).toEqual(['b.png', 'a.png']);
  });
});
