import { expect, it, vi } from 'vitest';
import { page } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { followLeaving } = await import('../../../src/renderer/src/app/follow.ts');

it('a window passes on its typed text before it says that it has left', async () => {
  const core = fakeCore({ 'drafts.set': () => ({}) });
  followLeaving(core.client);
  // Fields wait for an earlier answer before they save.
  page.addEventListener('pagehide', () => {
    void Promise.resolve()
      .then(() => core.client.call('drafts.set', { key: 'new:fittings', draft: null }))
      .catch(() => undefined);
  });
  /** The shell's events use the same channel as the core's. */
  const tell = core.emit as unknown as (name: 'shell.leaving', data: object) => void;
  tell('shell.leaving', {});
  await vi.waitFor(() => expect(core.calls).toEqual(['drafts.set', 'shell.left']));
  await settle();
});
