import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  dismissAll,
  holdToasts,
  toast,
  toastStanding,
  toastStore,
} from '../../../src/renderer/src/state/toasts.ts';

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

it('how things stand, told again, takes the place of what was told, and of no way back', () => {
  toast('Removed', () => {});
  for (let time = 0; time < 4; time++) toastStanding('Up to date');
  expect(texts()).toEqual(['Removed', 'Up to date']);
  for (let time = 0; time < 2; time++) toast('1 file kept');
  expect(texts()).toEqual(['Up to date', '1 file kept', '1 file kept']);
});

it('how things stand, told again, stays as long as if it were told for the first time', () => {
  toastStanding('Up to date');
  vi.advanceTimersByTime(4_000);
  toastStanding('Up to date');
  vi.advanceTimersByTime(4_000);
  expect(texts()).toEqual(['Up to date']);
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual([]);
});
