import { describe, expect, it } from 'vitest';
import type { Query, Row } from '#contract/procedures.ts';
import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { actOf } from '../../src/renderer/src/screens/records/grid/gridKeys.ts';
import {
  beforeOf,
  byRecord,
  isDraft,
  isLeaving,
} from '../../src/renderer/src/screens/records/model/changes.ts';
import {
  filterField,
  filterValue,
  operatorsOf,
} from '../../src/renderer/src/screens/records/model/filters.ts';
import {
  extended,
  NOTHING_SELECTED,
  only,
  rangeOf,
  toggled,
} from '../../src/renderer/src/screens/records/model/selection.ts';
import {
  bodyOf,
  isFiltered,
  PLAIN_LIST,
  queryOf,
  sameShape,
  shapeOf,
} from '../../src/renderer/src/screens/records/model/views.ts';
import { RowStore, WINDOW } from '../../src/renderer/src/screens/records/state/rowStore.ts';

const fitting = resourceOf('fittings');

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
    // First a glance, then the windows.
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
    expect(made.snapshot()).toMatchObject({ total: 10, stale: true });
    await settled();
    expect(made.snapshot()).toMatchObject({ stale: false, query: { search: 'x' } });
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

describe('the keys of a grid', () => {
  const press = (key: string, more = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });
  const context = { row: 5, last: 99, page: 20 };

  it.each([
    ['ArrowDown', 6],
    ['ArrowUp', 4],
    ['PageDown', 25],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 99],
  ])('%s goes to row %i', (key, to) => {
    expect(actOf(press(key), context)).toEqual({ do: 'row', to, extend: false });
  });

  it('reach the head above the first row, where Enter sorts', () => {
    expect(actOf(press('ArrowUp'), { ...context, row: 0 })).toMatchObject({ to: -1 });
    expect(actOf(press('Enter'), { ...context, row: -1 })).toEqual({ do: 'sort' });
  });

  it('begin to edit by typing, but leave the window its own keys', () => {
    expect(actOf(press('9'), context)).toEqual({ do: 'edit', typed: '9' });
    expect(actOf(press('ł'), context)).toEqual({ do: 'edit', typed: 'ł' });
    expect(actOf(press('F2'), context)).toEqual({ do: 'edit', typed: null });
    expect(actOf(press('/'), context)).toBeNull();
    expect(actOf(press('k', { ctrlKey: true }), context)).toBeNull();
    expect(actOf(press('Enter', { ctrlKey: true }), context)).toBeNull();
  });

  it('open, look, remove, copy and select', () => {
    expect(actOf(press('Enter'), context)).toEqual({ do: 'open' });
    expect(actOf(press(' '), context)).toEqual({ do: 'look' });
    expect(actOf(press('Delete'), context)).toEqual({ do: 'remove' });
    expect(actOf(press('c', { ctrlKey: true }), context)).toEqual({ do: 'copy' });
    expect(actOf(press('a', { metaKey: true }), context)).toEqual({ do: 'all' });
    expect(actOf(press('ArrowDown', { shiftKey: true }), context)).toMatchObject({ extend: true });
  });
});

describe('a selection', () => {
  it('takes records in and out, and extends from where it began', () => {
    const one = only('b', 1);
    expect(rangeOf(one, 4)).toEqual({ first: 1, last: 4 });
    expect([...extended(one, ['b', 'c', 'd'], false).ids]).toEqual(['b', 'c', 'd']);
    expect([...toggled(toggled(one, 'x', 9), 'b', 1).ids]).toEqual(['x']);
    expect(rangeOf(NOTHING_SELECTED, 3)).toEqual({ first: 3, last: 3 });
  });
});

describe('filters', () => {
  const price = filterField(fitting, 'price');
  const part = filterField(fitting, 'wymiary.x');

  it('know fields and parts of groups, and nothing else', () => {
    expect(price?.group).toBeNull();
    expect(part?.group).not.toBeNull();
    expect(filterField(fitting, 'nope')).toBeNull();
  });

  it('compare amounts only where the core can', () => {
    expect(price === null ? [] : operatorsOf(price)).toContain('gte');
    const limit = filterField(fitting, 'stock_limits.small');
    expect(limit === null ? [] : operatorsOf(limit)).not.toContain('gte');
  });

  it('check a value for the type of its field', () => {
    if (price === null) throw new Error('no price');
    expect(filterValue(price.field, 'gt', ' 12,50 ')).toBe('12.50');
    expect(filterValue(price.field, 'gt', '12,x')).toBeNull();
    expect(filterValue(price.field, 'empty', '')).toBe('');
    expect(filterValue(price.field, 'is', '')).toBeNull();
  });
});

describe('a saved view', () => {
  const shape = {
    ...PLAIN_LIST,
    search: 'hinge',
    where: [{ field: 'price', op: 'gt', value: '1' } as const],
    pending: 'any' as const,
    sort: { field: 'price', descending: true },
  };

  it('comes back as it was kept', () => {
    const back = shapeOf(fitting, { name: 'v', body: bodyOf(shape) });
    expect(sameShape(back, shape)).toBe(true);
    expect(queryOf('fittings', back)).toEqual({
      kind: 'fittings',
      search: 'hinge',
      where: shape.where,
      pending: 'any',
      sort: shape.sort,
    });
  });

  it('loses what the descriptor no longer knows, and survives what is not its own', () => {
    const body = { where: [{ field: 'gone', op: 'is', value: '1' }], sort: 5, columns: 'x' };
    expect(shapeOf(fitting, { name: 'v', body })).toEqual(PLAIN_LIST);
    expect(isFiltered(PLAIN_LIST)).toBe(false);
  });
});

describe('open operations beside their rows', () => {
  const operation = (part: Partial<Operation>): Operation => ({
    id: 'o',
    seq: 1,
    kind: 'fittings',
    action: 'update',
    recordId: 'e1',
    serviceId: 's1',
    key: null,
    title: '',
    state: 'waiting',
    attempts: 0,
    reason: null,
    changes: [{ field: 'price', before: '1', after: '2' }],
    files: [],
    dependsOn: [],
    group: null,
    conflict: null,
    createdAt: 0,
    updatedAt: 0,
    sentAt: null,
    nextAt: null,
    ...part,
  });

  it('are found by the id under which the row stands', () => {
    const changes = byRecord([operation({}), operation({ serviceId: null })]);
    expect([...changes.keys()]).toEqual(['s1', 'e1']);
    expect(beforeOf(changes.get('s1'), 'price')).toBe('1');
    expect(beforeOf(changes.get('s1'), 'name')).toBeUndefined();
  });

  it('say what can still be changed', () => {
    expect(isDraft([operation({ action: 'create' })])).toBe(true);
    expect(isDraft([operation({ action: 'create', attempts: 1 })])).toBe(false);
    expect(isDraft([operation({})])).toBe(false);
    expect(isLeaving([operation({ action: 'remove' })])).toBe(true);
  });
});
