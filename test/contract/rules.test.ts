import { describe, expect, it } from 'vitest';
import { refusedGroups } from '#contract/refusedGroups.ts';
import { operationSchema } from '#contract/operations.ts';
import type { Operation } from '#contract/operations.ts';
import { brokenRules, ruleIssue } from '#contract/rules.ts';
import type { Rule, RuleRef } from '#contract/rules.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Purpose } from '#contract/values.ts';
import type { JsonObject } from '#contract/json.ts';

const fittings = resourceOf('fittings');
const EVIDENCE = {
  kind: 'fittings',
  source: 'service',
  words: '"status" is required',
  request: 'POST /adminapi/fittings',
  record: 'N-1',
  at: new Date(2026, 10, 28, 12).getTime(),
} as const;

const required = (field: string, value = true): Rule => ({
  ...EVIDENCE,
  field,
  fact: 'required',
  value,
});
const oneOf = (field: string, value: string[] | null): Rule => ({
  ...EVIDENCE,
  field,
  fact: 'restricted',
  value,
});
const broken = (rule: Rule, values: JsonObject, purpose: Purpose = 'create') =>
  brokenRules(fittings, values, [rule], purpose).length > 0;

describe('a learned rule', () => {
  it('asks for a required field of a new record', () => {
    expect(broken(required('status'), {})).toBe(true);
    expect(broken(required('status'), { status: ' ' })).toBe(true);
    expect(broken(required('images'), { images: [] })).toBe(true);
    expect(broken(required('status'), { status: '1' })).toBe(false);
    expect(broken(required('wymiary.x'), { wymiary: { y: '1' } })).toBe(true);
    expect(broken(required('wymiary.x'), { wymiary: { x: '1' } })).toBe(false);
  });

  it('asks in a change only for a field that the change empties', () => {
    for (const purpose of ['update', 'draft'] as const) {
      expect(broken(required('status'), { name: 'X' }, purpose)).toBe(false);
      expect(broken(required('status'), { status: '' }, purpose)).toBe(true);
    }
  });

  it('compares a value with the list of accepted ones, numbers by their amount', () => {
    const rule = oneOf('status', ['1', '2.50']);
    expect(broken(rule, { status: '7' })).toBe(true);
    expect(broken(rule, { status: '1' })).toBe(false);
    expect(broken(rule, { status: 2.5 })).toBe(false);
    expect(broken(rule, {})).toBe(false);
    expect(broken(rule, { status: '7' }, 'update')).toBe(true);
  });

  it('asks nothing without a list, after a correction by a person, or of an unknown field', () => {
    expect(broken(oneOf('status', null), { status: '7' })).toBe(false);
    expect(broken(required('status', false), {})).toBe(false);
    expect(broken(required('newImagePath'), {})).toBe(false);
    expect(broken(required('wymiary.q'), {})).toBe(false);
    expect(broken(required('toString'), {})).toBe(false);
  });

  it('gives an issue with the day and the words of the refusal', () => {
    expect(ruleIssue(required('status'), undefined)).toMatchObject({
      place: 'status',
      value: 'missing',
      expected:
        'a value: this server rejected a record without it on 2026-11-28 (“"status" is required”)',
    });
    const many = Array.from({ length: 12 }, (_, at) => String(at));
    expect(ruleIssue(oneOf('status', many), '99').expectation?.params).toMatchObject({
      list: '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …',
      date: '2026-11-28',
    });
  });
});

function refused(
  id: string,
  rules: readonly Omit<RuleRef, 'words'>[],
  more: Partial<Operation> = {},
): Operation {
  return operationSchema.parse({
    id,
    seq: Number(id),
    kind: 'fittings',
    action: 'create',
    recordId: `r${id}`,
    serviceId: null,
    key: `K-${id}`,
    title: `Okucie ${id}`,
    state: 'refused',
    attempts: 1,
    reason: {
      code: 'refused',
      text: 'No',
      answer: 'Bad Request',
      details: { rules: rules.map((rule) => ({ ...rule, words: `words ${id}` })) },
    },
    changes: [],
    files: [],
    dependsOn: [],
    group: null,
    conflict: null,
    createdAt: 1,
    updatedAt: 1,
    sentAt: 1,
    nextAt: null,
    ...more,
  });
}

describe('the groups of refused operations', () => {
  const STATUS = { field: 'status', fact: 'required' } as const;
  const summary = (operations: readonly Operation[]) =>
    refusedGroups(operations).map(({ key, operations: all, correctable, words }) => [
      key,
      all.map(({ id }) => id),
      correctable.map(({ id }) => id),
      words,
    ]);

  it('join the same kind, field and rule; the largest comes first', () => {
    const price = { field: 'price', fact: 'restricted' } as const;
    const all = [
      refused('1', [price]),
      refused('2', [STATUS]),
      refused('3', [STATUS, price]),
      refused('4', [STATUS]),
      refused('5', [STATUS], { kind: 'materials' }),
    ];
    expect(summary(all)).toEqual([
      ['fittings/status/required', ['2', '3', '4'], ['2', '3', '4'], 'words 4'],
      ['fittings/price/restricted', ['1', '3'], ['1', '3'], 'words 3'],
      ['materials/status/required', ['5'], [], 'words 5'],
    ]);
  });

  it('count a field that is required and restricted once', () => {
    const rules = [STATUS, { field: 'status', fact: 'restricted' } as const];
    expect(summary([refused('1', rules)])).toHaveLength(1);
  });

  it('leave out other states, and correct no sent record in a field that stays', () => {
    const waiting = refused('1', [STATUS], { state: 'waiting' });
    const update = refused('2', [STATUS], { action: 'update', serviceId: 's' });
    expect(summary([waiting, update])).toEqual([
      ['fittings/status/required', ['2'], [], 'words 2'],
    ]);
  });

  it('offer no correction for fields that hold files, lists or objects', () => {
    const rules = ['images', 'connected', 'wymiary', 'unknown'].map(
      (field) => ({ field, fact: 'required' }) as const,
    );
    expect(refusedGroups([refused('1', rules)]).flatMap((each) => each.correctable)).toEqual([]);
  });
});
