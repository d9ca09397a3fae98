import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { toastStore } = await import('../../../../src/renderer/src/state/toasts.ts');
const { useFailure } = await import('../../../../src/renderer/src/ui/useFailure.ts');
const { useKeep } = await import('../../../../src/renderer/src/screens/records/panel/useKeep.ts');
type KeepOptions = Parameters<typeof useKeep>[0];

const FULL = new AppError('disk-full', 'The disk is full.');
let answer = Promise.withResolvers<never>();

beforeEach(() => {
  answer = Promise.withResolvers<never>();
  toastStore.setState({ toasts: [] });
  followCore(fakeCore({ 'records.update': () => answer.promise }).client);
});

const told = () => toastStore.getState().toasts.map(({ tone }) => tone);

/** A form with a typed name. */
const form = {
  loaded: { kind: 'fittings', record: { id: 'a' } },
  draft: { typed: { name: 'Long hinge' } },
  base: { name: 'Hinge' },
  outcome: { values: { name: 'Long hinge' }, changed: ['name'], faults: {} },
  reload: async () => {},
} as unknown as KeepOptions;

describe('why a form could not be kept', () => {
  it('stands in the form', async () => {
    const keeping = await useIn(useKeep, form);
    void keeping.now().keep();
    answer.reject(FULL);
    await settle();
    expect(keeping.now()).toMatchObject({ error: FULL, busy: false });
    expect(told()).toEqual([]);
  });

  it('is told aloud to whoever has left the form meanwhile', async () => {
    const keeping = await useIn(useKeep, form);
    void keeping.now().keep();
    await keeping.leave();
    answer.reject(FULL);
    await settle();
    expect(told()).toEqual(['bad']);
  });
});

it('why something could not be done is in sight until the next try', async () => {
  const failure = await useIn(useFailure, undefined);
  failure.now().fail(FULL);
  await settle();
  expect(failure.now().error).toBe(FULL);
  failure.now().clear();
  await settle();
  expect(failure.now().error).toBeNull();
});
