import { describe, expect, it } from 'vitest';
import {
  clashing,
  changedOnlyThere,
  compare,
  resultOf,
  stillOpen,
  uniform,
} from '../../../../src/renderer/src/screens/outbox/model/conflict.ts';
import { countdown, lookUpOf } from '../../../../src/renderer/src/fields/values/lookup.ts';
import {
  fits,
  mendedValues,
  mendInputs,
} from '../../../../src/renderer/src/screens/outbox/model/mend.ts';
import { clash, operation } from '../../fields/outboxSupport.ts';

const CONFLICT = clash('a').conflict;

describe('a conflict of fields', () => {
  const lines = compare('fittings', CONFLICT);

  it('puts what is to be chosen first and chooses nothing itself', () => {
    expect(lines.map(({ field, standing }) => [field, standing])).toEqual([
      ['price', 'clash'],
      ['name', 'only-mine'],
    ]);
    expect(stillOpen(lines, {})).toEqual(['price']);
    expect(lines.map((line) => resultOf(line, {}))).toEqual([undefined, 'B']);
  });

  it('fills the result as one chooses', () => {
    const [price] = lines;
    expect(price && resultOf(price, { price: 'mine' })).toBe('9.20');
    expect(price && resultOf(price, { price: 'theirs' })).toBe('9.90');
    expect(stillOpen(lines, { price: 'theirs' })).toEqual([]);
  });

  it('knows one side from a mixed choice', () => {
    expect(uniform(lines, {})).toBeNull();
    expect(uniform(lines, { price: 'mine' })).toBe('mine');
    const two = lines.flatMap((line) => [line, { ...line, field: `${line.field}2` }]);
    expect(uniform(two, { price: 'mine', price2: 'theirs' })).toBeNull();
  });

  it('shows what only the service changed since the change was made', () => {
    expect(changedOnlyThere('fittings', CONFLICT)).toEqual([
      { field: 'stock', standing: 'only-theirs', before: 3, mine: null, theirs: 7 },
    ]);
    expect(changedOnlyThere('fittings', { ...CONFLICT, base: null })).toEqual([]);
  });

  it('shows of a nested field only the parts at stake', () => {
    const fields = [
      {
        field: 'wymiary',
        before: { x: '1', y: '2' },
        mine: { x: '5' },
        theirs: { x: '6', y: '2' },
        clash: true,
      },
    ];
    const [line] = compare('fittings', { ...CONFLICT, fields });
    expect(line).toMatchObject({ before: { x: '1' }, mine: { x: '5' }, theirs: { x: '6' } });
  });
});

describe('conflicts that are decided alike', () => {
  it('show every field that the choice is about, and no other', () => {
    const [, price] = clash('a').conflict.fields;
    const fields = ['name', 'price', 'sifra', 'kod', 'note'].map((field, at) => ({
      ...price,
      field,
      before: null,
      mine: 'm',
      theirs: 't',
      clash: at > 0,
    }));
    const many = { ...clash('a'), conflict: { ...clash('a').conflict, fields } };
    expect(clashing(many).map(({ field }) => field)).toEqual(['price', 'sifra', 'kod', 'note']);
    expect(clashing(operation())).toEqual([]);
  });
});

describe('mending what was refused', () => {
  const refused = operation({
    action: 'create',
    changes: [
      { field: 'kod', before: null, after: 'X' },
      { field: 'price', before: null, after: '13.80' },
      { field: 'wymiary', before: null, after: { x: '1', y: '2' } },
      { field: 'images', before: null, after: [{ $file: 'f' }] },
    ],
  });
  const inputs = mendInputs(refused, (value) => value.replace('.', ','));
  const fit = (id: string, text: string) =>
    inputs.filter((each) => each.id === id).map((each) => fits(each, text));

  it('offers what can be typed, parts one by one, numbers as the language writes them', () => {
    expect(inputs.map(({ id, sent }) => [id, sent])).toEqual([
      ['kod', 'X'],
      ['price', '13,80'],
      ['wymiary.x', '1'],
      ['wymiary.y', '2'],
    ]);
  });

  it('sends only what really changed, in its normal form', () => {
    expect(mendedValues(inputs, {})).toEqual({});
    expect(mendedValues(inputs, { price: '13.8', kod: 'X' })).toEqual({});
    expect(mendedValues(inputs, { price: '14,5', 'wymiary.x': '9' })).toEqual({
      price: '14.5',
      wymiary: { x: '9' },
    });
  });

  it('says while one types whether a value fits', () => {
    expect(fit('price', '13,80')).toEqual([true]);
    expect(fit('price', '13,80 zł')).toEqual([true]);
    expect(fit('price', '13,80 kg')).toEqual([false]);
    expect(fit('price', '')).toEqual([false]);
    expect(fit('kod', '')).toEqual([false]);
    expect(fit('wymiary.x', '')).toEqual([true]);
  });

  it('lets a text stay empty that was emptied, so that the rest can be mended', () => {
    const emptied = operation({
      changes: [{ field: 'description', before: 'Stary opis', after: '' }],
    });
    const [description] = mendInputs(emptied, (value) => value);
    expect(description && fits(description, '')).toBe(true);
  });
});

const SHOWN = { code: 'no-answer', text: 'still shown', details: { why: 'still-there' } } as const;

describe('looking up', () => {
  it.each([
    [{ action: 'create' }, 'by-code'],
    [{ action: 'create', kind: 'products', key: null }, 'by-values'],
    [{ action: 'update' }, 'read-again'],
    [{ action: 'remove' }, 'still-there'],
    [{ action: 'remove', state: 'unknown', reason: SHOWN }, 'shown-yet'],
  ] as const)('%j: %s', (part, how) => {
    expect(lookUpOf(operation(part))).toBe(how);
  });

  it('recognises a product by the file that was uploaded for it', () => {
    const file = {
      id: 'f',
      field: 'modelPath',
      name: 'p.obj',
      size: 1,
      sha256: '',
      state: 'sent',
      path: 'x',
    } as const;
    expect(
      lookUpOf(operation({ action: 'create', kind: 'products', key: null, files: [file] })),
    ).toBe('by-file');
  });

  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [92_000, '1:32'],
    [3_661_000, '1:01:01'],
    [-5, '0:00'],
  ])('counts %i ms down as %s', (ms, text) => {
    expect(countdown(ms)).toBe(text);
  });
});
