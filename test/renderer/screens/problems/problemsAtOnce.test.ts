import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { ProblemRef } from '#contract/problems.ts';
import type { Input } from '#contract/procedures.ts';
import { procedures } from '#contract/procedures.ts';
import {
  FIXES_ASKED,
  fixesShown,
  grown,
} from '../../../../src/renderer/src/screens/problems/atOnce.ts';
import { showAgain } from '../../../../src/renderer/src/screens/problems/showAgain.ts';
import { followCore } from '../../../../src/renderer/src/state/core.ts';
import { dismissAll, toastStore } from '../../../../src/renderer/src/state/toasts.ts';
import { fakeCore } from '../../support.ts';

beforeAll(() => i18next.init({ lng: 'cimode' }));

const problem = (at: number): ProblemRef => ({
  kind: 'fittings',
  id: `f${at}`,
  rule: 'no-picture',
  field: 'images',
});

describe('a list that is scrolled to its end again and again', () => {
  it('never asks for more than the core takes', () => {
    let limit = 500;
    for (let turn = 0; turn < 20; turn += 1) limit = grown(limit);
    for (const input of [
      procedures['problems.list'].input.safeParse({ limit }),
      procedures['review.items'].input.safeParse({ session: 's', limit }),
    ])
      expect(input.success).toBe(true);
    expect(limit).toBeGreaterThan(500_000);
  });
});

describe('fixes of which there are more than are shown at once', () => {
  const fixes = (count: number) => Array.from({ length: count }, (_, at) => problem(at));

  it('are asked for so that it is known', () => {
    const input = { filter: {}, limit: FIXES_ASKED };
    expect(procedures['problems.fixes'].input.safeParse(input).success).toBe(true);
    expect(fixesShown(fixes(FIXES_ASKED))).toMatchObject({ areMore: true });
    expect(fixesShown(fixes(FIXES_ASKED - 1))).toMatchObject({ areMore: false });
  });

  it('can all be queued that are shown', () => {
    const all = fixes(FIXES_ASKED).map((fix) => ({ ...fix, changes: [] }));
    const { shown } = fixesShown(all);
    expect(procedures['problems.fix'].input.safeParse({ fixes: shown }).success).toBe(true);
  });
});

describe('problems of which more are chosen than the core takes at once', () => {
  it('are shown again part by part, each once', async () => {
    const shown: ProblemRef[] = [];
    const core = fakeCore({
      'problems.show': (input) => {
        const { problems } = procedures['problems.show'].input.parse(
          input,
        ) satisfies Input<'problems.show'>;
        shown.push(...problems);
        return { shown: problems.length };
      },
    });
    followCore(core.client);
    const chosen = Array.from({ length: 25_000 }, (_, at) => problem(at));
    await showAgain(chosen, 'Shown');
    expect(core.calls).toHaveLength(3);
    expect(shown).toEqual(chosen);
  });

  it('say why they are not shown again, and stay chosen', async () => {
    dismissAll();
    const core = fakeCore({
      'problems.show': () => {
        throw new AppError('disk-full', 'No room');
      },
    });
    followCore(core.client);
    expect(await showAgain([problem(1)], 'Shown')).toBe(false);
    const texts = toastStore.getState().toasts.map(({ text }) => text);
    expect(texts).toHaveLength(1);
    expect(texts).not.toContain('Shown');
  });
});
