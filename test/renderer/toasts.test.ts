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

it('what is said again takes the place of what was said, and of no way back', () => {
  toast('Removed', () => {});
  for (let time = 0; time < 4; time++) toast('Up to date');
  expect(texts()).toEqual(['Removed', 'Up to date']);
  toast('Removed', () => {});
  expect(texts()).toEqual(['Removed', 'Up to date', 'Removed']);
});

it('what is said again stays as long as if it were said for the first time', () => {
  toast('Up to date');
  vi.advanceTimersByTime(4_000);
  toast('Up to date');
  vi.advanceTimersByTime(4_000);
  expect(texts()).toEqual(['Up to date']);
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual([]);
});
