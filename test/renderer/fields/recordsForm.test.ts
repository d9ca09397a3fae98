import { PLAIN_ENGLISH } from '#contract/valueText.ts';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { setLocale } from '../../../src/renderer/src/i18n/locale.ts';
import {
  missingFields,
  readCell,
  readForm,
  toldFrom,
} from '../../../src/renderer/src/fields/model/form.ts';
import { editText, showValue } from '../../../src/renderer/src/fields/model/fieldText.ts';
import { readJson } from '../../../src/renderer/src/fields/model/jsonText.ts';
import { unknownFields } from '../../../src/renderer/src/fields/model/unknown.ts';

const fitting = resourceOf('fittings');
const band = resourceOf('edge-bands');
const material = resourceOf('materials');
const words = { ...PLAIN_ENGLISH, locale: 'pl-PL' };

describe('a form', () => {
  const record = { kod: 'A', name: 'Hinge', price: '8.90', wymiary: { x: '1', y: '2', z: '3' } };

  it('keeps only what differs', () => {
    const typed = { name: 'Hinge', price: '9,20' };
    expect(readForm(fitting, record, typed, 'update')).toEqual({
      values: { price: '9.20' },
      faults: {},
      changed: ['price'],
    });
  });

  it('takes the same number in another spelling for no change', () => {
    expect(readForm(fitting, record, { price: '8,900' }, 'update').values).toEqual({});
  });

  it('takes for a change what a field held when typing began, where it holds something else now', () => {
    const now = { ...record, price: '15.00', name: 'Long hinge' };
    const typed = { price: '8,90', name: 'Short hinge' };
    const base = toldFrom(fitting, { began: record, now }, typed, 'update');
    // The base keeps the old name, so that the change of the name on the service is found later.
    expect(base).toEqual({ ...record, price: '15.00' });
    expect(readForm(fitting, base, typed, 'update')).toMatchObject({
      values: { price: '8.90', name: 'Short hinge' },
      changed: expect.arrayContaining(['price', 'name']),
    });
  });

  it('is told from the record as it was shown when typing began', () => {
    const both = { began: record, now: { ...record, price: '15.00' } };
    for (const typed of [{ price: '9,20' }, { price: '9,2o' }, { name: 'Short hinge' }])
      expect(toldFrom(fitting, both, typed, 'update')).toEqual(record);
  });

  it('says what is expected, and by which path', () => {
    const { faults, values } = readForm(fitting, record, { price: '9,2o', name: 'B' }, 'update');
    expect(faults).toEqual({ price: { type: 'expected', of: 'decimal' } });
    expect(values).toEqual({ name: 'B' });
  });

  it('does not take an emptied number, but takes an emptied text', () => {
    const { faults, values } = readForm(fitting, record, { price: ' ', name: '' }, 'update');
    expect(faults).toHaveProperty('price');
    expect(values).toEqual({ name: '' });
  });

  it('refuses what is locked after creation, as the contract does', () => {
    expect(readForm(fitting, record, { kod: 'B' }, 'update').faults).toHaveProperty('kod');
    expect(readForm(fitting, record, { kod: 'B' }, 'draft').values).toEqual({ kod: 'B' });
  });

  it('gives of a group only the parts that were touched', () => {
    const { values } = readForm(fitting, record, { 'wymiary.y': '20' }, 'draft');
    expect(values).toEqual({ wymiary: { y: '20' } });
  });

  it('puts a fault of a part at the part', () => {
    const old = { formsSettings: { color: '#112233' } };
    const { faults } = readForm(band, old, { 'formsSettings.color': 'red' }, 'update');
    expect(faults).toEqual({ 'formsSettings.color': { type: 'expected', of: 'color' } });
  });

  it('reads lists as JSON and says where they break', () => {
    expect(readForm(band, {}, { data: '[1, 2]' }, 'update').values).toEqual({ data: [1, 2] });
    const { faults } = readForm(band, {}, { data: '[\n 1,,\n]' }, 'update');
    expect(faults['data']).toEqual({ type: 'json', place: { line: 2, column: 4 }, of: 'list' });
    expect(readForm(band, {}, { data: '{}' }, 'update').faults['data']).toEqual({
      type: 'expected',
      of: 'list',
    });
  });

  it('reads a price under the name by which the service shows it', () => {
    const { changed } = readForm(material, { CIJENA: '12.5' }, { price: '12.5' }, 'update');
    expect(changed).toEqual([]);
  });

  it('leaves out of a creation what was left empty, and names what it lacks', () => {
    const { values, faults } = readForm(fitting, {}, { kod: 'A', price: '' }, 'create');
    expect(values).toEqual({ kod: 'A' });
    expect(faults).toEqual({});
    expect(missingFields(fitting, values)).toEqual(['name']);
  });

  it('checks the text of one cell', () => {
    expect(readCell(fitting, 'price', '12,5', 'update')).toEqual({ value: '12.5', fault: null });
    expect(readCell(fitting, 'price', 'x', 'update').fault).not.toBeNull();
    expect(readCell(band, 'isActive', 'false', 'update').value).toBe(false);
  });
});

describe('the form of a new record', () => {
  it('keeps an empty object that the user gave', () => {
    const { values } = readForm(resourceOf('products'), {}, { main: '{}' }, 'create');
    expect(values).toEqual({ main: {} });
  });
});

describe('the text of a value', () => {
  it('follows the language, to read and to type', () => {
    const { price } = fitting.fields;
    if (price === undefined) throw new Error('no price');
    setLocale('pl');
    expect(showValue(price, '1234.50', words)).toBe('1\u00a0234,50');
    expect(editText(price, '1234.50')).toBe('1234,50');
    setLocale('en');
    expect(editText(price, '1234.50')).toBe('1234.50');
  });

  it('shows what does not fit as it came', () => {
    const { price, wymiary } = fitting.fields;
    expect(showValue(price ?? null, 'call us', words)).toBe('call us');
    expect(showValue(wymiary ?? null, { x: '1', y: '2', z: '3' }, words)).toBe('1 × 2 × 3\u00a0mm');
    expect(showValue(null, { a: 1 }, words)).toBe('{"a":1}');
  });
});

describe('JSON that a person types', () => {
  it.each([
    ['{"a": 1', { line: 1, column: 8 }],
    ['', { line: 1, column: 1 }],
    ['[1,\n2,\n x]', { line: 3, column: 2 }],
    ['{"a" 1}', { line: 1, column: 6 }],
    ['{"a": 1,}', { line: 1, column: 9 }],
    ['["a\\x"]', { line: 1, column: 2 }],
    ['[01]', { line: 1, column: 2 }],
    ['[1] 2', { line: 1, column: 5 }],
  ])('%j breaks at a place', (text, fault) => {
    expect(readJson(text)).toEqual({ ok: false, fault });
  });
});

describe('JSON that is deeper than anything a record holds', () => {
  it('is told as broken, and takes no form down', () => {
    expect(readJson('['.repeat(50_000))).toMatchObject({ ok: false });
    expect(readJson('{"a":'.repeat(50_000))).toMatchObject({ ok: false });
  });

  it('is told as broken also where it could not be written again', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    expect(readJson(deep)).toMatchObject({ ok: false });
  });

  it('is not found in the brackets of its texts, nor in many beside one another', () => {
    const brackets = JSON.stringify([
      '['.repeat(900),
      '\\"[',
      ...Array.from({ length: 900 }, () => []),
    ]);
    expect(readJson(brackets)).toMatchObject({ ok: true });
  });
});

describe('fields that no descriptor names', () => {
  it('are told apart from those it reads under another name', () => {
    const record = { _id: '1', SIFRA: 'A', CIJENA: '1', extra: true };
    expect(unknownFields(material, record)).toEqual([
      ['_id', '1'],
      ['extra', true],
    ]);
  });
});
