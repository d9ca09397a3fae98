import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { dialogStore } = await import('../../../../src/renderer/src/state/dialogs.ts');
const { dismissAll, toastStore } = await import('../../../../src/renderer/src/state/toasts.ts');
const { goTo, goToKind } = await import('../../../../src/renderer/src/state/view.ts');
const { listOf, setSelection } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const { askToRemove, forgetRemovalError, removingStore } =
  await import('../../../../src/renderer/src/screens/records/state/removing.ts');

const kind = 'fittings';
let gate = Promise.resolve();
const core = fakeCore({
  'records.remove': async (input) => {
    const { ref } = input as { readonly ref: string };
    await gate;
    if (ref === 'b') throw new AppError('state', 'It is being sent.');
    return { operation: ref, id: ref, group: `group ${ref}` };
  },
});
const select = (...ids: string[]) => setSelection(kind, { ids: new Set(ids), anchor: null });
const selected = () => [...listOf(kind).selection.ids];

/** Asks for a deletion and confirms it. */
async function remove(...ids: string[]): Promise<() => Promise<void>> {
  const removed = askToRemove(kind, ids, '');
  const { open } = dialogStore.getState();
  if (open?.id === 'delete') open.answer('delete');
  dialogStore.setState({ open: null });
  await settle();
  return () => removed;
}

beforeEach(() => {
  gate = Promise.resolve();
  followCore(core.client);
  goToKind(kind);
  dismissAll();
  forgetRemovalError();
});

describe('the selection, when records were removed', () => {
  it('is left with what could not be removed', async () => {
    select('a', 'b', 'c');
    await (
      await remove('a', 'b', 'c')
    )();
    expect(selected()).toEqual(['b']);
  });

  it('keeps what was selected meanwhile', async () => {
    const wait = Promise.withResolvers<void>();
    gate = wait.promise;
    select('a', 'c');
    const end = await remove('a', 'c');
    select('d', 'e');
    wait.resolve();
    await end();
    expect(selected()).toEqual(['d', 'e']);
  });

  it('keeps the others when the record beside them was removed', async () => {
    select('d', 'e');
    await (
      await remove('a')
    )();
    expect(selected()).toEqual(['d', 'e']);
  });
});

describe('a removal that is refused', () => {
  it('is told at once where no list is in sight to tell it', async () => {
    goTo('problems');
    await (
      await remove('b')
    )();
    expect(toastStore.getState().toasts).toHaveLength(1);
  });

  it('stays with its list, which tells it, and no other', async () => {
    await (
      await remove('b')
    )();
    expect(toastStore.getState().toasts).toHaveLength(0);
    expect(removingStore.getState()).toMatchObject({ kind, refused: [{ code: 'state' }] });
  });
});
