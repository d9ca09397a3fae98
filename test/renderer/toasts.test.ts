import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { dismissAll, holdToasts, toast, toastStore } from '../../src/renderer/src/state/toasts.ts';

const texts = () => toastStore.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  dismissAll();
  onTestFinished(() => {
    holdToasts(false);
    vi.useRealTimers();
  });
});

it('a notice goes by itself', () => {
  toast('Saved');
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

it('not while somebody is on their way to its Undo', () => {
  toast('Removed', () => {});
  holdToasts(true);
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['Removed']);
  holdToasts(false);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});
