import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Settings } from '#contract/procedures.ts';
import { DEFAULT_SETTINGS } from '#core/store/metaStore.ts';
import { page } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
vi.stubGlobal('window', page);
vi.stubGlobal('document', { documentElement: { dataset: {}, setAttribute: () => {} } });
const { followCore } = await import('../../../src/renderer/src/state/core.ts');
const { followSettings, saveSettings, settingsStore } =
  await import('../../../src/renderer/src/state/settings.ts');
afterAll(() => vi.unstubAllGlobals());

/** Settings in the fake core; a change of them waits until the test answers it. */
let held: Settings;
let asked: { readonly take: () => void; readonly refuse: () => void }[];
/** Error of reading the settings; null when they can be read. */
let unread: AppError | null;
let tell: () => void;
const shown = () => settingsStore.getState().settings;

beforeEach(async () => {
  held = { ...DEFAULT_SETTINGS, theme: 'light', language: 'en' };
  asked = [];
  unread = null;
  const core = fakeCore({
    'settings.get': () => {
      if (unread !== null) throw unread;
      return held;
    },
    'settings.set': (input) => {
      const { values } = input as { readonly values: Partial<Settings> };
      const answer = Promise.withResolvers<Settings>();
      asked.push({
        take: () => {
          held = { ...held, ...values };
          answer.resolve(held);
        },
        refuse: () => answer.reject(new AppError('state', 'no')),
      });
      return answer.promise;
    },
  });
  tell = () => core.emit('settings.changed', {});
  followCore(core.client);
  followSettings(core.client).askAgain();
  await settle();
});

it('shows what is being kept, and takes back no other than what was refused', async () => {
  const theme = saveSettings({ theme: 'dark' }).catch(() => 'refused');
  const days = saveSettings({ trashDays: 7 });
  await settle();
  expect(shown()).toMatchObject({ theme: 'dark', trashDays: 7 });
  asked[1]?.take();
  await days;
  expect(shown()).toMatchObject({ theme: 'dark', trashDays: 7 });
  asked[0]?.refuse();
  expect(await theme).toBe('refused');
  expect(shown()).toMatchObject({ theme: 'light', trashDays: 7 });
});

it('goes on to show what is kept, also where it cannot be read again', async () => {
  const theme = saveSettings({ theme: 'dark' });
  await settle();
  asked[0]?.take();
  await theme;
  unread = new AppError('disk-failed', 'The disk is away.');
  tell();
  await settle();
  expect(shown()).toMatchObject({ theme: 'dark' });
});
