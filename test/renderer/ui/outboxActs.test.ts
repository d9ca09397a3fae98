import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { dismissAll, toastStore } from '../../../src/renderer/src/state/toasts.ts';
import { page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('window', page);
const { useAct, useAction } = await import('../../../src/renderer/src/ui/useAct.ts');

const SENDING = new AppError('state', 'It is being sent.');
const told = () => toastStore.getState().toasts.length;

describe('why an act of a person could not be done', () => {
  beforeEach(dismissAll);

  it('stays beside the operation', async () => {
    const acting = await useIn(() => useAct(), null);
    expect(await acting.now().run(() => Promise.reject(SENDING))).toBe(false);
    await settle();
    expect(acting.now().error).toBe(SENDING);
    expect(told()).toBe(0);
  });

  it('is told all the same where the operation has gone out of sight meanwhile', async () => {
    const acting = await useIn(() => useAct(), null);
    const answer = Promise.withResolvers<void>();
    const done = acting.now().run(() => answer.promise);
    await acting.leave();
    answer.reject(SENDING);
    expect(await done).toBe(false);
    expect(told()).toBe(1);
  });
});

describe('why a call of a person could not be done', () => {
  const answer = { hidden: () => Promise.resolve<unknown>({}) };
  beforeEach(() => {
    dismissAll();
    followCore(fakeCore({ 'problems.hide': () => answer.hidden() }).client);
  });
  const INPUT = { problems: [], comment: '' } as never;

  it('stays in sight until the next one', async () => {
    answer.hidden = () => Promise.reject(SENDING);
    const acting = await useIn(() => useAction('problems.hide'), null);
    expect(await acting.now().run(INPUT)).toBeNull();
    await settle();
    expect(acting.now().error).toMatchObject({ code: 'state' });
    expect(told()).toBe(0);
  });

  it('is told all the same where its dialog has been closed meanwhile', async () => {
    const asked = Promise.withResolvers<unknown>();
    answer.hidden = () => asked.promise;
    const acting = await useIn(() => useAction('problems.hide'), null);
    const done = acting.now().run(INPUT);
    await acting.leave();
    asked.reject(SENDING);
    expect(await done).toBeNull();
    expect(told()).toBe(1);
  });
});
