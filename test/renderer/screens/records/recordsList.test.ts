import { describe, expect, it } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { actOf } from '../../../../src/renderer/src/screens/records/grid/gridKeys.ts';
import {
  beforeOf,
  byRecord,
  isDraft,
  isLeaving,
} from '../../../../src/renderer/src/fields/model/changes.ts';
import {
  filterField,
  filterOfValue,
  filterValue,
  operatorsOf,
} from '../../../../src/renderer/src/fields/model/filters.ts';
import {
  extended,
  NOTHING_SELECTED,
  rangeOf,
  toggled,
} from '../../../../src/renderer/src/fields/model/selection.ts';
import {
  bodyOf,
  isFiltered,
  PLAIN_LIST,
  queryOf,
  sameShape,
  shapeOf,
} from '../../../../src/renderer/src/fields/model/views.ts';

const fitting = resourceOf('fittings');

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

  it('begin an edit with every character but the three that only open something', () => {
    const characters = Array.from({ length: 0x17f - 0x20 }, (_, at) =>
      String.fromCodePoint(at + 0x20),
    );
    const typed = characters.filter((key) => !/[\p{Cc}\p{Cf}\xa0]/u.test(key));
    const others = typed.filter((key) => actOf(press(key), context)?.do !== 'edit');
    expect(others).toEqual([' ', '/', '?']);
    for (const key of ['x', 'X', 'j', '9'])
      expect(actOf(press(key), context)).toEqual({ do: 'edit', typed: key });
  });

  it('type the letters that a keyboard writes with Alt or AltGr, and none of the window’s own keys', () => {
    const altGr = { ctrlKey: true, altKey: true };
    for (const letter of ['ł', 'Ó', 'ź'])
      for (const more of [{ altKey: true }, altGr, { ...altGr, shiftKey: true }])
        expect(actOf(press(letter, more), context)).toEqual({ do: 'edit', typed: letter });
    // Includes the keys of Alt+N and Alt+1 on a Mac.
    for (const key of ['n', 'N', 'k', '1', '¡', 'º', 'ª', 'Dead', 'F2'])
      expect(actOf(press(key, { altKey: true }), context)).toBeNull();
    expect(actOf(press('a', altGr), context)).toBeNull();
    expect(actOf(press('ł', { altKey: true }), { ...context, row: -1 })).toBeNull();
  });

  it('open, look, remove, copy and select', () => {
    expect(actOf(press('Enter'), context)).toEqual({ do: 'open' });
    expect(actOf(press(' '), context)).toEqual({ do: 'look' });
    for (const more of [{ shiftKey: true }, { ctrlKey: true }])
      expect(actOf(press(' ', more), context)).toEqual({ do: 'toggle' });
    expect(actOf(press('Delete'), context)).toEqual({ do: 'remove' });
    expect(actOf(press('c', { ctrlKey: true }), context)).toEqual({ do: 'copy' });
    const filter = press('L', { ctrlKey: true, shiftKey: true });
    expect(actOf(filter, context)).toEqual({ do: 'filter' });
    expect(actOf(press('a', { metaKey: true }), context)).toEqual({ do: 'all' });
    expect(actOf(press('ArrowDown', { shiftKey: true }), context)).toMatchObject({ extend: true });
  });
});

describe('the filter of a cell', () => {
  it.each([
    ['a text', 'kategoria', 'zawiasy', { op: 'is', value: 'zawiasy' }],
    ['a price', 'price', '8.90', { op: 'is', value: '8.90' }],
    ['a number', 'stock', 3, { op: 'is', value: '3' }],
    ['no value', 'kategoria', undefined, { op: 'empty', value: '' }],
    ['an empty text', 'kategoria', '', { op: 'empty', value: '' }],
    ['a list', 'connected', ['A'], null],
  ])('keeps the records with %s', (_, path, value, expected) => {
    const found = filterField(resourceOf('fittings'), path);
    const filter = found === null ? null : filterOfValue(found, value);
    expect(filter).toEqual(expected === null ? null : { field: path, ...expected });
  });
});

describe('a selection', () => {
  it('takes records in and out, and extends from where it began', () => {
    const one = toggled(NOTHING_SELECTED, 'b');
    expect(rangeOf(4, 1)).toEqual({ first: 1, last: 4 });
    expect(rangeOf(-1, 3)).toEqual({ first: 3, last: 3 });
    const more = extended(one, ['b', 'c', 'd'], false);
    expect([...more.ids]).toEqual(['b', 'c', 'd']);
    expect(more.anchor).toBe('b');
    expect([...toggled(toggled(one, 'x'), 'b').ids]).toEqual(['x']);
    expect(extended(NOTHING_SELECTED, ['d'], false).anchor).toBe('d');
    expect(extended(one, ['d'], true)).toEqual({ ids: new Set(['b', 'd']), anchor: 'd' });
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
    expect(filterValue(price.field, 'gt', ' 12,50 ')).toEqual({ value: '12.50' });
    expect(filterValue(price.field, 'gt', '9,60 zł')).toEqual({ value: '9.60' });
    expect(filterValue(price.field, 'gt', '12,x')).toEqual({
      fault: { type: 'expected', of: 'decimal' },
    });
    expect(filterValue(price.field, 'empty', '')).toEqual({ value: '' });
    expect(filterValue(price.field, 'is', '')).toEqual({ fault: null });
    expect(filterValue(price.field, 'contains', '12,5')).toEqual({ value: '12.5' });
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

  it('are all of a record, in their order', () => {
    const first = operation({ id: 'o1', changes: [] });
    const second = operation({ id: 'o2' });
    const changes = byRecord([first, second]).get('s1');
    expect(changes?.map(({ id }) => id)).toEqual(['o1', 'o2']);
    expect(beforeOf(changes, 'price')).toBe('1');
  });

  it('say what can still be changed', () => {
    expect(isDraft([operation({ action: 'create' })])).toBe(true);
    expect(isDraft([operation({ action: 'create', attempts: 1 })])).toBe(false);
    expect(isDraft([operation({})])).toBe(false);
    expect(isLeaving([operation({ action: 'remove' })])).toBe(true);
  });
});
