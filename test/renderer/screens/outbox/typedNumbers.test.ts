import { afterEach, describe, expect, it } from 'vitest';
import { fitting } from '#contract/resources/fitting.ts';
import { edgeBand } from '#contract/resources/edgeBand.ts';
import { setLocale } from '../../../../src/renderer/src/i18n/locale.ts';
import { readCell } from '../../../../src/renderer/src/fields/model/form.ts';
import { filterValue } from '../../../../src/renderer/src/fields/model/filters.ts';
import { fits, mendedValues } from '../../../../src/renderer/src/screens/outbox/model/mend.ts';
import { typedOf, valuesOf } from '../../../../src/renderer/src/screens/productDrafts/parts.ts';
import {
  changeOf,
  emptyForm,
  setValue,
} from '../../../../src/renderer/src/changesets/bulk/bulkForm.ts';
import { isBelowZero } from '../../../../src/renderer/src/fields/model/readTypedValue.ts';

const price = (text: string) => {
  const { value, fault } = readCell(fitting, 'price', text, 'update');
  return fault ?? value;
};

describe('a number that a person types', () => {
  afterEach(() => setLocale('en'));

  it.each<['en' | 'pl', string, string]>([
    ['en', '1,234.50', '1234.50'],
    ['en', '1.234,50', '1234.50'],
    ['en', '12,50', '12.50'],
    ['en', '1.234', '1.234'],
    ['en', '1,234,567', '1234567'],
    ['en', '1,23,456.50', '123456.50'],
    ['en', "1'234.50", '1234.50'],
    ['pl', '1.234,50', '1234.50'],
    ['pl', '1,234.50', '1234.50'],
    ['pl', '1,234', '1.234'],
    ['pl', '1 234,50', '1234.50'],
    ['pl', '1\u00a0234,50', '1234.50'],
    ['pl', '1\u202f234,50', '1234.50'],
    ['pl', '1’234,50', '1234.50'],
    ['pl', '9,60 zł', '9.60'],
    ['pl', '9,60zł', '9.60'],
    ['pl', '1.234,50 PLN', '1234.50'],
    ['pl', '\u200b9,60\u200e', '9.60'],
    ['pl', '−9,60', '-9.60'],
    ['pl', '0,125', '0.125'],
  ])('is understood in %s: %s', (language, text, decimal) => {
    setLocale(language);
    expect(price(text)).toBe(decimal);
  });

  it.each<['en' | 'pl', string, string, string]>([
    ['en', '1,234', '1234', '1.234'],
    ['pl', '1.234', '1234', '1,234'],
    ['pl', '1.234 zł', '1234', '1,234'],
    ['en', '-12,345', '-12345', '-12.345'],
  ])('is asked in %s where it can be two: %s', (language, text, one, other) => {
    setLocale(language);
    expect(price(text)).toEqual({ type: 'two', one, other });
  });

  it.each(['9,60 €', '9,60 EUR', '5 mm', '10%', '1,2,3', 'drogo', '1.2.3'])(
    'is never guessed: %s',
    (text) => {
      setLocale('pl');
      expect(price(text)).toEqual({ type: 'expected', of: 'decimal' });
    },
  );

  it('of a size may have its unit, and no other', () => {
    setLocale('pl');
    const thickness = (text: string) => readCell(edgeBand, 'thickness', text, 'update');
    expect(thickness('0,8 mm').value).toBe(0.8);
    expect(thickness('8 cm').fault).toEqual({ type: 'expected', of: 'number' });
  });

  it('of a code loses what nobody sees', () => {
    expect(readCell(fitting, 'kod', 'A\u200b-1\u00a0', 'create').value).toBe('A-1');
  });

  it('below zero is asked about where only amounts make sense', () => {
    const { price: field, minX } = fitting.fields;
    expect(field !== undefined && isBelowZero(field, '-5')).toBe(true);
    expect(field !== undefined && isBelowZero(field, '5')).toBe(false);
    expect(minX !== undefined && isBelowZero(minX, '-5')).toBe(false);
  });

  it('that can be two numbers is asked about in a filter, a bulk change and a correction too', () => {
    setLocale('en');
    const two = { type: 'two', one: '1234', other: '1.234' };
    const { price: field } = fitting.fields;
    if (field === undefined) throw new Error('no price');
    expect(filterValue(field, 'gt', '1,234')).toEqual({ fault: two });
    expect(filterValue(field, 'contains', '1,234')).toEqual({ fault: two });
    expect(setValue('1,234', field)).toEqual({ fault: two });
    expect(setValue('1 234,50 zł', field)).toEqual({ value: '1234.50' });
    const form = { ...emptyForm('add', []), path: 'price', amount: '1,234' };
    expect(changeOf(form, field)).toBeNull();
    const input = { id: 'price', field: 'price', part: null, spec: field, sent: '1' };
    expect(fits(input, '1,234')).toBe(false);
    expect(mendedValues([input], { price: '9,60 zł' })).toEqual({ price: '9.60' });
  });
});

describe('a text that a spreadsheet shows in the place of a value', () => {
  it.each(['#N/D!', '#ADR!', 'Err:510', '########', '#N/A'])('is refused: %s', (word) => {
    for (const name of ['name', 'kod', 'price', 'description'])
      expect(readCell(fitting, name, word, 'create').fault).toEqual({ type: 'sheet', of: 'error' });
    expect(readCell(fitting, 'kod', '5,90123E+12', 'create').fault).toEqual({
      type: 'sheet',
      of: 'shortened',
    });
  });
});

describe('a number of a plan that can be two numbers', () => {
  afterEach(() => setLocale('en'));

  it.each(['en', 'pl'] as const)('stays in doubt in %s until it is typed otherwise', (language) => {
    setLocale(language);
    const typed = language === 'pl' ? '1.234' : '1,234';
    const values = valuesOf(fitting, { kod: 'A', price: typed });
    expect(values).toEqual({ kod: 'A', price: '1,234' });
    expect(typedOf('fittings', values)).toEqual({ kod: 'A', price: typed });
    expect(valuesOf(fitting, { price: language === 'pl' ? '1,234' : '1.234' })).toEqual({
      price: '1.234',
    });
  });
});
