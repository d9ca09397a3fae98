import { describe, expect, it } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { actionsOf, holdKey } from '../../../../src/renderer/src/screens/outbox/model/actions.ts';
import { foldedAround, rowsOf } from '../../../../src/renderer/src/screens/outbox/model/rows.ts';
import type { View } from '../../../../src/renderer/src/screens/outbox/model/rows.ts';
import {
  filterCounts,
  MOST_LISTED,
  MOST_SENT,
  totalsOf,
} from '../../../../src/renderer/src/screens/outbox/model/totals.ts';
import {
  decisionsOf,
  likeThis,
} from '../../../../src/renderer/src/screens/outbox/model/urgency.ts';
import { clash, operation } from '../../fields/outboxSupport.ts';

const view = (part: Partial<View>): View => ({
  open: [],
  done: [],
  since: 0,
  filter: 'all',
  flipped: new Set(),
  sentShown: 20,
  ...part,
});
const lines = (part: Partial<View>) =>
  rowsOf(view(part)).map((row) =>
    row.type === 'operation' ? `${row.key} ${row.place}` : `[${row.type}] ${row.key}`,
  );

describe('the lines of the outbox', () => {
  it('gives a record with one operation one line, and several a head of their own', () => {
    const open = [
      operation({ id: 'a', seq: 1, recordId: 'r1' }),
      operation({ id: 'b', seq: 2, recordId: 'r2' }),
      operation({ id: 'c', seq: 3, recordId: 'r1' }),
    ];
    expect(lines({ open })).toEqual(['[cluster] r:r1', 'a middle', 'c last', 'b alone']);
  });

  it('keeps a plan together in its order, finished steps included', () => {
    const done = [operation({ id: 'band', seq: 1, group: 'g', state: 'done', recordId: 'r1' })];
    const open = [
      operation({ id: 'fitting', seq: 2, group: 'g', recordId: 'r2' }),
      operation({
        id: 'product',
        seq: 3,
        group: 'g',
        recordId: 'r3',
        kind: 'products',
        action: 'create',
      }),
    ];
    const [head] = rowsOf(view({ open, done }));
    expect(head).toMatchObject({
      cluster: { type: 'plan', lead: { id: 'product' }, done: 1, total: 3 },
    });
    expect(lines({ open, done })).toEqual([
      '[cluster] g:g',
      'band middle',
      'fitting middle',
      'product last',
    ]);
  });

  it('counts a plan whole under a filter, and shows only what passes', () => {
    const done = [operation({ id: 'a', seq: 1, group: 'g', state: 'done' })];
    const open = [
      operation({ id: 'b', seq: 2, group: 'g', state: 'held', recordId: 'r2' }),
      operation({ id: 'c', seq: 3, group: 'g', recordId: 'r3' }),
    ];
    const rows = rowsOf(view({ open, done, filter: 'held' }));
    expect(rows.map(({ key }) => key)).toEqual(['g:g', 'b']);
    expect(rows[0]).toMatchObject({ cluster: { done: 1, total: 3 } });
  });

  it('folds a large group until it is opened by hand', () => {
    const open = Array.from({ length: 40 }, (_, seq) =>
      operation({ id: `o${seq}`, seq, group: 'g', recordId: `r${seq}` }),
    );
    expect(lines({ open })).toEqual(['[cluster] g:g']);
    expect(lines({ open, flipped: new Set(['g:g']) })).toHaveLength(41);
  });

  it('finds the fold in which a line is hidden', () => {
    const open = Array.from({ length: 40 }, (_, seq) =>
      operation({ id: `o${seq}`, seq, group: 'g', recordId: `r${seq}` }),
    );
    const folded = rowsOf(view({ open }));
    expect(foldedAround(folded, 'o7')).toBe('g:g');
    expect(foldedAround(folded, 'g:g')).toBeNull();
    expect(foldedAround(folded, 'elsewhere')).toBeNull();
    expect(foldedAround(rowsOf(view({ open, flipped: new Set(['g:g']) })), 'o7')).toBeNull();
  });

  it('takes many products that were imported together for no plan of one of them', () => {
    const open = [1, 2, 3].map((seq) =>
      operation({
        id: `p${seq}`,
        seq,
        group: 'g',
        recordId: `r${seq}`,
        kind: 'products',
        action: 'create',
      }),
    );
    const [head] = rowsOf(view({ open }));
    expect(head).toMatchObject({ cluster: { type: 'together', total: 3 } });
  });

  it('lists what was sent today after the rest, so many at a time', () => {
    const done = [9, 8, 7, 2].map((updatedAt) =>
      operation({ id: `d${updatedAt}`, state: 'done', updatedAt, recordId: `d${updatedAt}` }),
    );
    expect(lines({ done, since: 5, sentShown: 2 })).toEqual([
      '[sent] sent',
      'd9 alone',
      'd8 alone',
      '[more] more',
    ]);
    expect(lines({ done, filter: 'waiting' })).toEqual([]);
  });
});

describe('lines of which not all are listed', () => {
  const many = (count: number, from: number, part: Partial<Operation>) =>
    Array.from({ length: count }, (_, at) => {
      const seq = from + at;
      return operation({ id: `o${seq}`, seq, recordId: `r${seq}`, updatedAt: 9, ...part });
    });
  const sent = many(MOST_SENT, 1000, { group: 'g', state: 'done' });
  const isCut = (part: Partial<View>) =>
    rowsOf(view(part)).flatMap((row) => (row.type === 'cluster' ? [row.cluster.isCut] : []));

  it('are told from a group that is listed whole', () => {
    const open = many(3, 1000 + MOST_SENT, { group: 'g' });
    expect(isCut({ open, done: sent })).toEqual([true]);
    expect(isCut({ open, done: sent.slice(1) })).toEqual([false]);
    const later = open.map((each) => ({ ...each, group: 'h' }));
    expect(isCut({ open: later, done: sent })).toEqual([false]);
    const long = many(MOST_LISTED - 3, 5000, { group: 'w' });
    expect(isCut({ open: [...open, ...long] })).toEqual([false, true]);
  });

  it('are told among what was sent today, also where some of it stands in its group', () => {
    const cutOf = (part: Partial<View>) =>
      rowsOf(view({ since: 5, ...part })).flatMap((row) =>
        row.type === 'sent' ? [row.isCut] : [],
      );
    const [first, ...rest] = sent.map((each, at) => ({ ...each, group: at < 2 ? 'g' : null }));
    const open = many(1, 5000, { group: 'g' });
    const done = first === undefined ? [] : [...rest, first];
    expect(cutOf({ open, done })).toEqual([true]);
    expect(cutOf({ open, done: rest })).toEqual([false]);
    const before = first === undefined ? [] : [...rest, { ...first, updatedAt: 1 }];
    expect(cutOf({ open, done: before })).toEqual([false]);
  });
});

describe('totals', () => {
  const files = [
    { id: 'f', field: 'images', name: 'a.png', size: 100, sha256: '', state: 'staged', path: null },
    { id: 'g', field: 'model', name: 'b.obj', size: 50, sha256: '', state: 'sent', path: 'p' },
  ] as const;

  it('count operations, and only the files that are not there yet', () => {
    const open = [operation({ files: [...files] }), operation({ id: 'b' })];
    expect(totalsOf(open)).toEqual({ operations: 2, files: 1, bytes: 100 });
  });

  it('count each filter', () => {
    const open = (['waiting', 'held', 'refused', 'conflict', 'unknown'] as const).map((state) =>
      operation({ state }),
    );
    expect(filterCounts(open)).toEqual({ all: 5, waiting: 1, held: 1, sending: 0, needs: 3 });
  });
});

describe('what can be done', () => {
  it('offers nothing that the core would refuse', () => {
    const of = (part: Partial<Operation>) => actionsOf(operation(part), []);
    expect(of({ state: 'waiting' })).toContain('hold');
    expect(of({ state: 'sending' })).toEqual(['edit']);
    expect(of({ state: 'unknown' })).not.toContain('retry');
    expect(of({ state: 'done' })).not.toContain('discard');
    expect(of({ state: 'done', action: 'remove' })).toEqual([]);
    expect(of({ state: 'refused' })).toContain('retry');
  });

  it('releases what the person holds, but not what waits for another', () => {
    const needed = operation({ id: 'n', seq: 1, recordId: 'x', state: 'refused' });
    const held = operation({
      id: 'h',
      seq: 2,
      state: 'held',
      dependsOn: ['n'],
      reason: { code: 'waits-for', text: '' },
    });
    expect(holdKey(held, [needed, held])).toBeNull();
    expect(holdKey(held, [held])).toBe('release');
    expect(holdKey({ ...held, reason: { code: 'held-by-person', text: '' } }, [needed, held])).toBe(
      'release',
    );
  });
});

describe('decisions', () => {
  it('come most urgent first: what holds others, conflicts, refusals, then what is looked up', () => {
    const all = [
      operation({ id: 'later', seq: 1, state: 'unknown', nextAt: 200 }),
      operation({ id: 'due', seq: 2, state: 'unknown', nextAt: 50 }),
      operation({ id: 'refused', seq: 3, state: 'refused' }),
      operation({ id: 'clash', seq: 4, state: 'conflict' }),
      operation({ id: 'holds', seq: 5, state: 'refused' }),
      operation({ id: 'waits', seq: 6, state: 'held', dependsOn: ['holds'] }),
    ];
    expect(decisionsOf(all, 100).map(({ id }) => id)).toEqual([
      'holds',
      'clash',
      'refused',
      'due',
      'later',
    ]);
  });

  it('offers the same choice only to conflicts of the same sort', () => {
    const fields = clash('a');
    const other = clash('b');
    const gone = { ...clash('c'), conflict: { ...clash('c').conflict, type: 'gone' as const } };
    const all: readonly Operation[] = [fields, other, gone, operation({ id: 'd' })];
    expect(likeThis(fields, all).map(({ id }) => id)).toEqual(['b']);
  });
});
