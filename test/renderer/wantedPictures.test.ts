import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Sight } from '#contract/files/sights.ts';
import { coreStore } from '../../src/renderer/src/state/core.ts';
import { noteMotion, STILL } from '../../src/renderer/src/state/motion.ts';
import { sightStore } from '../../src/renderer/src/files/thumbs/sightStore.ts';
import { fakeCore, settle } from './support.ts';

const wanted: unknown[] = [];
const core = fakeCore({
  'assets.want': (input) => {
    wanted.push(input);
    return {};
  },
});

const sightOf = (path: string): Sight => ({
  of: { path },
  name: path,
  state: 'wanted',
  sha256: null,
  type: null,
  size: null,
  thumbs: [],
});

/** Shows a file that is known, and gives the means to take it out of sight. */
function show(path: string): () => void {
  sightStore.take([sightOf(path)]);
  return sightStore.subscribe({ path }, () => {});
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  vi.useRealTimers();
  await settle();
}

describe('pictures that are wanted', () => {
  beforeAll(() => coreStore.setState({ client: core.client }));
  beforeEach(() => {
    wanted.length = 0;
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('are those in sight when the list stands still', async () => {
    noteMotion();
    show('passed')();
    show('stays');
    vi.advanceTimersByTime(STILL - 1);
    expect(wanted).toEqual([]);
    await pass(1);
    expect(wanted).toEqual([{ paths: ['stays'] }]);
  });

  it('are not asked for where nothing is left of them', async () => {
    noteMotion();
    show('gone')();
    await pass(STILL * 2);
    expect(wanted).toEqual([]);
  });
});
