import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rows } from '../../../../src/renderer/src/screens/records/state/rowStore.ts';
import { fakeCore, settle } from '../../support.ts';
import { AppError } from '#contract/errors.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { beginRange, removeAll, selectAll, selectTo } =
  await import('../../../../src/renderer/src/screens/records/state/selecting.ts');
const { listOf, setSelection } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const only = (id: string) => ({ ids: new Set([id]), anchor: id });

const kind = 'fittings';
const IDS = ['a', 'b', 'c', 'd'];
/** A list without any loaded row. */
const rows: Rows = {
  key: null,
  query: { kind },
  total: IDS.length,
  error: null,
  stale: false,
  at: () => undefined,
  loaded: () => [],
  indexOf: () => -1,
  isFresh: () => false,
};
let answers: PromiseWithResolvers<string[]>[] = [];
const core = fakeCore({
  'records.ids': async () => {
    const answer = Promise.withResolvers<string[]>();
    answers.push(answer);
    const ids = await answer.promise;
    return { total: ids.length, ids };
  },
});
const selected = () => [...listOf(kind).selection.ids];

beforeEach(() => {
  followCore(core.client);
  answers = [];
  setSelection(kind, only('b'));
});

describe('a selection that has to be asked for', () => {
  const ways = {
    'of all': { ask: () => selectAll(kind, { kind }), comes: IDS },
    'up to a row': { ask: () => selectTo(kind, rows, 3, false), comes: ['b', 'c', 'd'] },
  };

  it('begins at the active row although its record is not loaded yet', async () => {
    setSelection(kind, { ids: new Set(), anchor: null });
    // Shift+Up twice from the last row, both before the first answer.
    beginRange(kind, rows, 3);
    const first = selectTo(kind, rows, 2, false);
    beginRange(kind, rows, 2);
    const second = selectTo(kind, rows, 1, false);
    await settle();
    for (const answer of answers) answer.resolve(IDS);
    await Promise.all([first, second]);
    expect(selected()).toEqual(['b', 'c', 'd']);
    expect(listOf(kind).selection.anchor).toBe('d');
  });

  it.each(Object.entries(ways))('%s comes with its answer', async (_way, { ask, comes }) => {
    const asked = ask();
    await settle();
    answers[0]?.resolve(IDS);
    await asked;
    expect(selected()).toEqual(comes);
  });

  it.each(Object.entries(ways))(
    '%s leaves what was selected before its answer',
    async (_way, { ask }) => {
      const asked = ask();
      await settle();
      setSelection(kind, only('y'));
      answers[0]?.resolve(IDS);
      await asked;
      expect(selected()).toEqual(['y']);
    },
  );

  it('is the one that was asked for last', async () => {
    const first = selectTo(kind, rows, 0, false);
    const second = selectAll(kind, { kind });
    await settle();
    answers[1]?.resolve(['c', 'd']);
    await second;
    answers[0]?.resolve(IDS);
    await first;
    expect(selected()).toEqual(['c', 'd']);
    const third = selectAll(kind, { kind });
    const fourth = selectAll(kind, { kind, search: 'd' });
    await settle();
    answers[2]?.resolve(IDS);
    answers[3]?.resolve(['d']);
    await Promise.all([third, fourth]);
    expect(selected()).toEqual(['d']);
  });
});

describe('a selection that Shift extends', () => {
  /** Returns a list that is loaded from its beginning. */
  const read = (...ids: string[]): Rows => ({
    ...rows,
    total: ids.length,
    at: (index) => {
      const id = ids[index];
      return id === undefined ? undefined : { id, key: null, pending: null, fields: {} };
    },
    loaded: () => ids.map((id) => ({ id, key: null, pending: null, fields: {} })),
    indexOf: (id) => ids.indexOf(id),
    isFresh: () => true,
  });

  it('begins with the record where it began, though rows came before that one', async () => {
    await selectTo(kind, read('new', 'a', 'b', 'c', 'd'), 3, false);
    expect(selected()).toEqual(['b', 'c']);
    await selectTo(kind, read('a', 'b', 'c', 'd'), 0, false);
    expect(selected()).toEqual(['a', 'b']);
  });

  it('ends with the record that was pressed, though others came above it before the answer', async () => {
    let ids = IDS;
    const list: Rows = {
      ...read(...IDS),
      at: (index) => read(...ids).at(index),
      indexOf: () => -1,
    };
    const asked = selectTo(kind, list, 3, false);
    await settle();
    ids = ['new', ...IDS];
    answers[0]?.resolve(ids);
    await asked;
    expect(selected()).toEqual(['b', 'c', 'd']);
  });

  it('takes what the list has now, where the rows between are out of sight since it changed', async () => {
    const asked = selectTo(kind, { ...read(...IDS), isFresh: (row) => row > 2 }, 3, false);
    await settle();
    answers[0]?.resolve(['a', 'b', 'new', 'd', 'c']);
    await asked;
    expect(selected()).toEqual(['b', 'new', 'd']);
  });

  it('is the one record where that is not in the list any more, and goes on from there', async () => {
    const list = read('a', 'c', 'd');
    const asked = selectTo(kind, list, 1, false);
    await settle();
    answers[0]?.resolve(['a', 'c', 'd']);
    await asked;
    expect(selected()).toEqual(['c']);
    await selectTo(kind, list, 2, false);
    expect(selected()).toEqual(['c', 'd']);
  });
});

describe('a removal of several records', () => {
  it('tells what is left of it: refused, or left by a stop', async () => {
    const bundles: (string | undefined)[] = [];
    const { client } = fakeCore({
      'records.remove': (input) => {
        const { ref, bundle } = input as { readonly ref: string; readonly bundle?: string };
        bundles.push(bundle);
        if (ref === 'b') throw new AppError('state', 'It is being sent.');
        return { operation: ref, id: ref, group: `group ${ref}` };
      },
    });
    followCore(client);
    const result = await removeAll(kind, IDS, ({ done }) => done < 3);
    expect(result).toMatchObject({ done: 2, left: ['b', 'd'], group: 'group a' });
    expect(bundles).toEqual([undefined, 'group a', 'group a']);
    expect(result.refused).toHaveLength(1);
  });
});
