import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from '#contract/zod.ts';
import { coverStore } from '../../../src/renderer/src/files/thumbs/coverStore.ts';
import { coreStore } from '../../../src/renderer/src/state/core.ts';
import { noteMotion, STILL } from '../../../src/renderer/src/state/motion.ts';
import { fakeCore, settle } from '../support.ts';

const askedShape = z.object({ ids: z.array(z.string()) });
const asked: (readonly string[])[] = [];
let pathOf = (id: string) => `${id}.png`;
const core = fakeCore({
  'files.covers': (input) => {
    const { ids } = askedShape.parse(input);
    asked.push(ids);
    return { covers: ids.map((id) => ({ id, picture: sightOf(pathOf(id)), model: null })) };
  },
  'assets.want': () => ({}),
});

const sightOf = (path: string) => ({
  of: { path },
  name: path,
  state: 'missing',
  sha256: null,
  type: null,
  size: null,
  thumbs: [],
  beside: '',
});

const show = (id: string, listener = () => {}) => coverStore.subscribe('fittings', id, listener);

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await settle();
}

describe('the covers of a list', () => {
  beforeAll(() => coreStore.setState({ client: core.client }));
  beforeEach(() => {
    asked.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    // Ends the motion that other tests may have started, with this test's clock.
    noteMotion();
    vi.advanceTimersByTime(STILL);
    onTestFinished(() => void vi.useRealTimers());
  });

  it('are asked for together, of what is in view when the list stands still', async () => {
    noteMotion();
    show('passed')();
    const told = vi.fn<() => void>();
    show('a', told);
    show('b');
    await pass(STILL - 1);
    expect(asked).toEqual([]);
    await pass(2 * STILL);
    expect(asked).toEqual([['a', 'b']]);
    expect(told).toHaveBeenCalledOnce();
    expect(coverStore.get('fittings', 'a')).toEqual({ picture: { path: 'a.png' }, model: null });
  });

  it('are asked for again where records change, if somebody sees them', async () => {
    const told = vi.fn<() => void>();
    show('seen', told);
    const leave = show('left');
    await pass(STILL);
    leave();
    asked.length = 0;
    pathOf = (id) => `${id}-2.png`;
    coverStore.changed('fittings');
    await pass(STILL);
    expect(asked.flat()).toContain('seen');
    expect(asked.flat()).not.toContain('left');
    expect(coverStore.get('fittings', 'seen')?.picture).toEqual({ path: 'seen-2.png' });
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('are all asked for where there are more than one question takes', async () => {
    for (let at = 0; at < 301; at += 1) show(`many ${at}`);
    await pass(STILL);
    expect(asked.map(({ length }) => length)).toEqual([300, 1]);
  });
});
