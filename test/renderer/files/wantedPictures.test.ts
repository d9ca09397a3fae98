import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Sight } from '#contract/files/sights.ts';
import { coreStore } from '../../../src/renderer/src/state/core.ts';
import { noteMotion, STILL } from '../../../src/renderer/src/state/motion.ts';
import { sightStore } from '../../../src/renderer/src/files/thumbs/sightStore.ts';
import { fakeCore, settle } from '../support.ts';

const wanted: unknown[] = [];
/** Answers about a file, in order; each one waits for its promise. */
const answers: { readonly state: Sight['state']; readonly at: Promise<void> }[] = [];
const core = fakeCore({
  'files.sights': async () => {
    const answer = answers.shift();
    await answer?.at;
    return { sights: [{ ...sightOf('late'), state: answer?.state ?? 'wanted' }] };
  },
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
  beside: '',
});

/** Shows a known file; returns a function that hides it. */
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

  it('are asked for anew where they changed while they were asked for', async () => {
    const first = Promise.withResolvers<void>();
    answers.push({ state: 'wanted', at: first.promise });
    answers.push({ state: 'missing', at: Promise.resolve() });
    sightStore.subscribe({ path: 'late' }, () => {});
    await pass(STILL);
    vi.useFakeTimers();
    sightStore.changed(['late'], []);
    first.resolve();
    // The answer arrives before the next request.
    await vi.waitFor(() => expect(sightStore.get({ path: 'late' })?.state).toBe('wanted'), {
      interval: 1,
    });
    await pass(STILL * 2);
    await vi.waitFor(() => expect(sightStore.get({ path: 'late' })?.state).toBe('missing'));
  });
});
