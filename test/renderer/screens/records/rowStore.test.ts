import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Query, Row } from '#contract/procedures.ts';
import {
  RowStore,
  SLOW,
  WINDOW,
} from '../../../../src/renderer/src/screens/records/state/rowStore.ts';

describe('a row store', () => {
  const row = (index: number, word = ''): Row => ({
    id: `r${index}`,
    key: null,
    pending: null,
    fields: { name: `${word}${index}` },
  });

  function store(total: () => number, word: () => string = () => '') {
    const asked: Query[] = [];
    const made = new RowStore(async (query) => {
      asked.push(query);
      const { offset = 0, limit = 0 } = query;
      const count = Math.max(Math.min(limit, total() - offset), 0);
      return {
        total: total(),
        rows: Array.from({ length: count }, (_, index) => row(offset + index, word())),
      };
    });
    return { made, asked };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('asks for windows as they come into view, each once', async () => {
    const { made, asked } = store(() => 1_000);
    made.setQuery({ kind: 'fittings' });
    await settled();
    expect(made.snapshot().total).toBe(1_000);
    made.want(WINDOW - 10, WINDOW + 10);
    made.want(WINDOW, WINDOW + 20);
    await settled();
    // The first request is a quick read of the top rows; the pages follow.
    expect(asked.map(({ offset }) => offset)).toEqual([undefined, 0, WINDOW]);
    expect(made.snapshot().at(WINDOW + 5)?.id).toBe(`r${WINDOW + 5}`);
    expect(made.snapshot().at(900)).toBeUndefined();
    expect(made.snapshot().indexOf(`r${WINDOW + 5}`)).toBe(WINDOW + 5);
  });

  it('keeps the rows before in sight until the next query has answered', async () => {
    const { made } = store(() => 10);
    made.setQuery({ kind: 'fittings' });
    await settled();
    made.setQuery({ kind: 'fittings', search: 'x' });
    expect(made.snapshot()).toMatchObject({ total: 10, query: { kind: 'fittings' } });
    await settled();
    expect(made.snapshot()).toMatchObject({ stale: false, query: { search: 'x' } });
  });

  it('says that an answer is on its way where it is slow, and draws nothing for one that is not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = Promise.withResolvers<{ total: number; rows: Row[] }>();
    const made = new RowStore(({ search }) =>
      search === 'slow' ? waiting.promise : Promise.resolve({ total: 1, rows: [row(0, search)] }),
    );
    made.setQuery({ kind: 'fittings' });
    await settled();
    const told = vi.fn<() => void>();
    made.subscribe(told);
    made.setQuery({ kind: 'fittings', search: 'x' });
    expect(told).not.toHaveBeenCalled();
    await settled();
    made.setQuery({ kind: 'fittings', search: 'slow' });
    vi.advanceTimersByTime(SLOW);
    expect(made.snapshot()).toMatchObject({ stale: true, query: { search: 'x' } });
    waiting.resolve({ total: 1, rows: [row(0)] });
    await settled();
    expect(made.snapshot()).toMatchObject({ stale: false, query: { search: 'slow' } });
  });

  it('shows the first rows before they are counted, in a list as long as it was', async () => {
    const counting = Promise.withResolvers<{ total: number; rows: Row[] }>();
    const rows = Array.from({ length: 5 }, (_, index) => row(index));
    const answers = [Promise.resolve({ total: 900, rows }), counting.promise];
    const made = new RowStore(
      () => answers.shift() ?? Promise.reject(new Error('asked too often')),
      ({ search }) => Promise.resolve({ total: search === undefined ? 900 : null, rows }),
    );
    made.setQuery({ kind: 'fittings' });
    await settled();
    made.setQuery({ kind: 'fittings', search: 'x' });
    await settled();
    expect(made.snapshot()).toMatchObject({ total: 900, stale: true, query: { search: 'x' } });
    expect(made.snapshot().at(4)?.id).toBe('r4');
    counting.resolve({ total: 7, rows });
    await settled();
    expect(made.snapshot()).toMatchObject({ total: 7, stale: false });
  });

  it('drops a glance from before a change', async () => {
    const first = Promise.withResolvers<{ total: number; rows: Row[] }>();
    const answers = [first.promise, Promise.resolve({ total: 1, rows: [row(0, 'new ')] })];
    const made = new RowStore(
      () => Promise.reject(new Error('nothing is left to ask')),
      () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    );
    made.setQuery({ kind: 'fittings' });
    made.refresh();
    first.resolve({ total: 1, rows: [row(0, 'old ')] });
    await settled();
    expect(made.snapshot().at(0)?.fields).toEqual({ name: 'new 0' });
    expect(made.snapshot().error).toBeNull();
  });

  it('drops an answer that a newer query overtook', async () => {
    const { made } = store(() => 10);
    made.setQuery({ kind: 'fittings' });
    await settled();
    made.setQuery({ kind: 'fittings', search: 'a' });
    made.setQuery({ kind: 'fittings' });
    await settled();
    expect(made.snapshot()).toMatchObject({ stale: false, query: { kind: 'fittings' } });
    expect(made.snapshot().query).not.toHaveProperty('search');
  });

  it('forgets why another query was not read when it goes back to what is shown', async () => {
    const made = new RowStore(({ search }) =>
      search === 'bad'
        ? Promise.reject(new Error('not read'))
        : Promise.resolve({ total: 1, rows: [row(0)] }),
    );
    made.setQuery({ kind: 'fittings' });
    await settled();
    made.setQuery({ kind: 'fittings', search: 'bad' });
    await settled();
    expect(made.snapshot().error).not.toBeNull();
    made.setQuery({ kind: 'fittings' });
    expect(made.snapshot()).toMatchObject({ error: null, stale: false });
  });

  it('asks again after a change, and keeps a row that says the same', async () => {
    let word = '';
    const { made, asked } = store(
      () => 10,
      () => word,
    );
    made.setQuery({ kind: 'fittings' });
    await settled();
    const before = made.snapshot().at(3);
    made.refresh();
    await settled();
    expect(asked).toHaveLength(2);
    expect(made.snapshot().at(3)).toBe(before);
    word = 'new ';
    made.refresh();
    await settled();
    expect(made.snapshot().at(3)?.fields).toEqual({ name: 'new 3' });
  });

  it('keeps the rows that a further letter leaves in their place', async () => {
    const { made } = store(() => 10);
    made.setQuery({ kind: 'fittings', search: 'a' });
    await settled();
    const before = made.snapshot().at(3);
    made.setQuery({ kind: 'fittings', search: 'ab' });
    await settled();
    expect(made.snapshot()).toMatchObject({ stale: false, query: { search: 'ab' } });
    expect(made.snapshot().at(3)).toBe(before);
  });

  it('forgets rows beyond the end of a list that became shorter', async () => {
    let total = 500;
    const { made } = store(() => total);
    made.setQuery({ kind: 'fittings' });
    await settled();
    made.want(0, 499);
    await settled();
    expect(made.snapshot().at(450)?.id).toBe('r450');
    total = 100;
    made.refresh();
    await settled();
    expect(made.snapshot().total).toBe(100);
    expect(made.snapshot().at(450)).toBeUndefined();
  });

  it('shows changed rows where they are, before anything is read again', async () => {
    const { made, asked } = store(() => 10);
    made.setQuery({ kind: 'fittings', sort: { field: 'name', descending: true } });
    await settled();
    const before = made.snapshot();
    const questions = asked.length;
    let told = 0;
    made.subscribe(() => (told += 1));
    made.put([row(3, 'new '), row(4)]);
    expect([told, asked.length]).toEqual([1, questions]);
    expect(made.snapshot().at(3)).toEqual(row(3, 'new '));
    // An unchanged row keeps its identity, so it is not drawn again.
    expect(made.snapshot().at(4)).toBe(before.at(4));
  });

  it('leaves order, filter and count to what is read', async () => {
    let first = 0;
    const made = new RowStore(() => {
      const rows = [row(first), row(5)];
      return Promise.resolve({ total: 2, rows });
    });
    made.setQuery({ kind: 'fittings', where: [{ field: 'name', op: 'is', value: '0' }] });
    await settled();
    made.put([row(0, 'other '), row(9, 'new ')]);
    const shown = made.snapshot();
    expect([shown.total, shown.indexOf('r0'), shown.indexOf('r9')]).toEqual([2, 0, -1]);
    expect(shown.at(0)).toEqual(row(0, 'other '));
    first = 7;
    made.refresh();
    await settled();
    expect([0, 1].map((at) => made.snapshot().at(at)?.id)).toEqual(['r7', 'r5']);
  });

  it('tells nobody of changed rows that it does not show', async () => {
    const { made } = store(() => 10);
    made.put([row(3, 'new ')]);
    made.setQuery({ kind: 'fittings' });
    await settled();
    const before = made.snapshot();
    let told = 0;
    made.subscribe(() => (told += 1));
    made.put([row(99, 'new '), row(2)]);
    expect(told).toBe(0);
    expect(made.snapshot()).toBe(before);
  });

  it('keeps what it knows when a question goes wrong', async () => {
    let fails = false;
    const made = new RowStore(() =>
      fails ? Promise.reject(new Error('gone')) : Promise.resolve({ total: 1, rows: [row(0)] }),
    );
    made.setQuery({ kind: 'fittings' });
    await settled();
    fails = true;
    made.refresh();
    await settled();
    expect(made.snapshot().error?.message).toBe('gone');
    expect(made.snapshot().at(0)?.id).toBe('r0');
  });
});
