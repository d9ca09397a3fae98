import { beforeEach, expect, it, vi } from 'vitest';
import { page } from '../hooks.ts';
import { fakeCore, settle, STATUS } from '../support.ts';

const reload = vi.fn<() => void>();
vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('location', { reload });
const { followProfile } = await import('../../../src/renderer/src/app/follow.ts');
const { goToRecord, viewStore } = await import('../../../src/renderer/src/state/view.ts');
const { statusStore } = await import('../../../src/renderer/src/state/status.ts');

const core = fakeCore({});
followProfile(core.client);
/** The shell's events use the same channel as the core's. */
const tell = core.emit as unknown as (name: 'shell.profile', data: { name: string }) => void;

beforeEach(() => {
  reload.mockClear();
  statusStore.setState({ status: STATUS });
  goToRecord('fittings', 'a');
});

it('a window that shows another profile opens no record of the one before', async () => {
  tell('shell.profile', { name: 'demo' });
  await settle();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(viewStore.getState().selected).toEqual({});
});

it('a window whose own profile was put back or moved is left as it was', async () => {
  tell('shell.profile', { name: STATUS.profile });
  await settle();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(viewStore.getState().selected).toEqual({ fittings: 'a' });
});
