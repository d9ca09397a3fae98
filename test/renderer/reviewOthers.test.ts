import { beforeEach, expect, it, vi } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import { fakeCore } from './support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { followCore } = await import('../../src/renderer/src/state/core.ts');
const { reviewOthers } = await import('../../src/renderer/src/screens/past/reviewOthers.ts');

const CHANGE = { key: null, title: 'A', change: 'changed', at: 5, fields: [] } as const;
let asked: Input<'pulls.changes'> | null;
let begun: Input<'review.start'> | null;

beforeEach(() => {
  asked = null;
  begun = null;
  const core = fakeCore({
    'pulls.changes': (input) => {
      asked = input as Input<'pulls.changes'>;
      const changes = ['a', 'b'].map((id) => ({ ...CHANGE, kind: 'fittings', id }));
      return { since: 1, total: 2, changes };
    },
    'review.start': (input) => {
      begun = input as Input<'review.start'>;
      throw new Error('far enough');
    },
  });
  followCore(core.client);
});

it('walks everything since a time where the list shows that', async () => {
  await expect(reviewOthers('Others', { since: 1 })).rejects.toThrow();
  expect(begun).toEqual({ name: 'Others', source: { from: 'pull', since: 1 } });
});

it('walks what the list was narrowed to, however much of it was read', async () => {
  const narrowed = { since: 1, until: 9, kinds: ['fittings' as const], change: 'changed' as const };
  await expect(reviewOthers('Others', narrowed)).rejects.toThrow();
  expect(asked).toEqual({ ...narrowed, limit: 100_000 });
  const records = ['a', 'b'].map((id) => ({ kind: 'fittings', id }));
  expect(begun?.source).toEqual({ from: 'records', records });
});
