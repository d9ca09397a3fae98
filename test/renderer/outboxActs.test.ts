import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { dismissAll, toastStore } from '../../src/renderer/src/state/toasts.ts';
import { page, useIn } from './hooks.ts';
import { settle } from './support.ts';

vi.stubGlobal('window', page);
const { useAct } = await import('../../src/renderer/src/screens/outbox/useAct.ts');

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
