import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import type { Json } from '#contract/json.ts';
import {
  readDraft,
  recordKey,
  settleDraft,
  withoutKept,
  writeDraft,
} from '../../src/renderer/src/screens/records/state/drafts.ts';
import { followCore } from '../../src/renderer/src/state/core.ts';
import { fakeCore } from './support.ts';

const KEY = recordKey('fittings', 'a');
const draft = {
  typed: { name: 'Zawias', price: '7,35' },
  base: { name: 'Old' },
  files: [],
  at: 5,
};
const kept = new Map<string, Json>();

beforeEach(() => {
  kept.clear();
  const core = fakeCore({
    'drafts.get': (input) => ({ draft: kept.get((input as Input<'drafts.get'>).key) ?? null }),
    'drafts.set': (input) => {
      const { key, draft } = input as Input<'drafts.set'>;
      if (draft === null) kept.delete(key);
      else kept.set(key, draft);
      return {};
    },
  });
  followCore(core.client);
});

describe('a draft whose changes were queued', () => {
  it('is left with what was typed since, told from the record as it is then', () => {
    const later = { ...draft, typed: { ...draft.typed, price: '8', stock: '3' } };
    expect(withoutKept(later, draft.typed)).toEqual({
      ...draft,
      typed: { price: '8', stock: '3' },
      base: null,
    });
  });

  it('is gone from the disk where nothing was typed since', async () => {
    await writeDraft(KEY, draft);
    await settleDraft(KEY, draft.typed);
    expect(await readDraft(KEY)).toBeNull();
    expect(kept.size).toBe(0);
  });

  it('keeps on the disk what was typed since, and other records their own', async () => {
    const other = recordKey('fittings', 'b');
    await writeDraft(KEY, { ...draft, typed: { name: 'Zawias 2', price: '7,35' } });
    await writeDraft(other, draft);
    await settleDraft(KEY, draft.typed);
    expect((await readDraft(KEY))?.typed).toEqual({ name: 'Zawias 2' });
    expect(await readDraft(other)).toEqual(draft);
  });

  it('is not made where there was none', async () => {
    await settleDraft(KEY, draft.typed);
    expect(kept.size).toBe(0);
  });
});
