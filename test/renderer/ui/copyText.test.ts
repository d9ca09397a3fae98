import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toastStore } from '../../../src/renderer/src/state/toasts.ts';
import { copyText } from '../../../src/renderer/src/ui/copyText.ts';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  toastStore.setState({ toasts: [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = () => toastStore.getState().toasts.map(({ text }) => text);

it('says that a text was copied once it was', async () => {
  writeText.mockResolvedValueOnce(undefined);
  await copyText('ZAW-095', 'ZAW-095 copied');
  expect(told()).toEqual(['ZAW-095 copied']);
});

it('never says so of a text that the system did not take', async () => {
  writeText.mockRejectedValueOnce(new Error('Document is not focused.'));
  await copyText('ZAW-095', 'ZAW-095 copied');
  expect(told()).toHaveLength(1);
  expect(told()).not.toContain('ZAW-095 copied');
  expect(toastStore.getState().toasts).toMatchObject([{ tone: 'bad' }]);
});

it('nor where there is no clipboard at all', async () => {
  vi.stubGlobal('navigator', {});
  await copyText('ZAW-095', 'ZAW-095 copied');
  expect(told()).not.toContain('ZAW-095 copied');
});
