import { afterAll, expect, it, vi } from 'vitest';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { ActivityScreen } =
  await import('../../../../src/renderer/src/screens/outbox/ActivityScreen.tsx');

afterAll(() => vi.unstubAllGlobals());

it('the history is not said to hold nothing before it was read', async () => {
  const gate = Promise.withResolvers<{ total: number; entries: [] }>();
  followCore(fakeCore({ 'history.list': () => gate.promise }).client);
  const screen = await useIn(ActivityScreen, { tabs: null });
  expect(screen.now()).not.toHaveProperty('props.detail');
  gate.resolve({ total: 0, entries: [] });
  await settle();
  expect(screen.now()).toHaveProperty('props.detail', 'outbox.activity.entries');
});
