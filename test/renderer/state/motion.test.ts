import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noteMotion, STILL, whenStill } from '../../../src/renderer/src/state/motion.ts';

describe('what waits until no list moves', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // Ends the motion that this or other tests started.
    vi.advanceTimersByTime(60_000);
    onTestFinished(() => void vi.useRealTimers());
  });

  it('is done at once where nothing moves', () => {
    const act = vi.fn();
    whenStill(act);
    expect(act).toHaveBeenCalledOnce();
  });

  it('is done when the list has stood still for a while, and not before', () => {
    const act = vi.fn();
    noteMotion();
    whenStill(act);
    vi.advanceTimersByTime(100);
    noteMotion();
    vi.advanceTimersByTime(STILL - 1);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledOnce();
  });

  it('does not wait for ever for a list that never stands still', () => {
    const act = vi.fn();
    noteMotion();
    whenStill(act);
    for (let step = 0; step < 20; step += 1) {
      vi.advanceTimersByTime(50);
      noteMotion();
    }
    expect(act).toHaveBeenCalledOnce();
  });
});
