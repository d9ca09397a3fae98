import { describe, expect, it } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { stakesOf } from '../../../../src/renderer/src/screens/outbox/model/stakes.ts';
import { clash, operation, taken } from '../../fields/outboxSupport.ts';

const MINE = [
  { field: 'name', before: null, after: 'My hinge' },
  { field: 'price', before: null, after: '9.20' },
];

const stakeOf = (each: Operation, others: readonly Operation[] = []) =>
  stakesOf([each], [each, ...others]).map(({ fields, kept, isVain }) => ({
    fields,
    kept,
    isVain,
  }))[0];

describe('what a choice for many is about, one by one', () => {
  it('is both sides of what clashes, and nothing of what is merged', () => {
    expect(stakeOf(clash('a'))).toEqual({
      fields: [{ field: 'price', mine: '9.20', theirs: '9.90' }],
      kept: [],
      isVain: false,
    });
  });

  it('is a field that was emptied too', () => {
    const each = clash('a');
    const fields = each.conflict.fields.map((field) => ({ ...field, mine: null }));
    expect(stakeOf({ ...each, conflict: { ...each.conflict, fields } })?.fields).toEqual([
      { field: 'price', mine: null, theirs: '9.90' },
    ]);
  });

  it.each([
    ['gone', { field: 'price', mine: '9.20' }],
    ['changed-there', { field: 'price', theirs: '9.90' }],
  ] as const)('has one side where the other has no record: %s', (type, line) => {
    const each = clash('a');
    expect(stakeOf({ ...each, conflict: { ...each.conflict, type } })?.fields).toEqual([line]);
  });

  it('is, where a code is taken, what would be sent to the record that has it', () => {
    expect(stakeOf(taken({ changes: MINE }))).toEqual({
      fields: [
        { field: 'name', mine: 'My hinge', theirs: 'Hinge' },
        { field: 'price', mine: '9.20', theirs: '8.90' },
      ],
      kept: [],
      isVain: false,
    });
  });

  it('names what stays as the person set it on that very record, and no other', () => {
    const change = { field: 'price', before: null, after: '8.00' };
    const there = operation({ id: 'own', recordId: 'r7', serviceId: '7', changes: [change] });
    const other = operation({
      id: 'other',
      recordId: 'r8',
      serviceId: '8',
      changes: [{ ...change, field: 'name' }],
    });
    const stake = stakeOf(taken({ changes: MINE }), [there, other]);
    expect(stake?.fields.map(({ field }) => field)).toEqual(['name']);
    expect(stake?.kept).toEqual(['price']);
  });

  it('is the last value where a change stands behind the creation', () => {
    const change = { field: 'price', before: '9.20', after: '9.50' };
    const behind = operation({ id: 'later', seq: 2, changes: [change] });
    expect(stakeOf(taken({ changes: MINE }), [behind])?.fields[1]).toEqual({
      field: 'price',
      mine: '9.50',
      theirs: '8.90',
    });
  });

  it('says where nothing can be changed there', () => {
    const changes = [{ field: 'price', before: null, after: '8.90' }];
    expect(stakeOf(taken({ changes }))).toEqual({ fields: [], kept: [], isVain: true });
  });
});
