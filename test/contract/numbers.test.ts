import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  addPercent,
  timesDecimals,
  parseDecimal,
  roundDecimal,
  sameDecimal,
  signOf,
} from '#contract/decimal.ts';
import { expecting } from '#contract/expectations/expected.ts';
import {
  isNumeric,
  keptDoubt,
  plainExponent,
  readNumber,
  readText,
  readTyped,
  shownDoubt,
  twoReadings,
} from '#contract/numbers.ts';

const THOUSANDS = { fault: expecting('thousands') };
const NUMBER = { fault: expecting('number') };
const PERCENT = { fault: expecting('noPercent') };
const UNIT = { fault: expecting('noUnit') };
const is = (decimal: string) => ({ decimal });
const twice = (first: string, second: string) => ({
  fault: expecting('twoNumbers', { first, second }),
});

describe('a number of a sheet', () => {
  it.each([
    ['12,50', ',', is('12.50')],
    ['12.50', ',', is('12.50')],
    ['+7', ',', is('7')],
    ['-7', '.', is('-7')],
    ['\u22127', '.', is('-7')],
    ['- 7', '.', is('-7')],
    ['+ 7', '.', is('7')],
    ['1.234', ',', THOUSANDS],
    ['1,234', '.', THOUSANDS],
    ['-1.234.567', ',', THOUSANDS],
    ['0.234', ',', is('0.234')],
    ['1234.567', ',', is('1234.567')],
    ['1,234', ',', is('1.234')],
    ['1.234', '.', is('1.234')],
    ['1.234,50', ',', is('1234.50')],
    ['1,234,567.5', '.', is('1234567.5')],
    ['1,234.50', ',', NUMBER],
    ['x1.234,50', ',', NUMBER],
    ['1.234,50x', ',', NUMBER],
    ["1'234.50", '.', is('1234.50')],
    ['12\u2019345', '.', is('12345')],
    ["1'23", '.', NUMBER],
    ['1 234,5', ',', is('1234.5')],
    ['1.5E3', '.', is('1500')],
    ['1,5e3', ',', is('1500')],
    ['12%', ',', PERCENT],
    ['%', ',', NUMBER],
    ['12 kg', ',', UNIT],
    ['12 \u20ac', ',', UNIT],
    ['12a', ',', NUMBER],
    ['abc', ',', NUMBER],
    ['', ',', NUMBER],
    ['1'.repeat(301), ',', NUMBER],
    ['1'.repeat(300), ',', is('1'.repeat(300))],
  ] as const)('%s with the mark %s', (text, mark, expected) => {
    expect(readNumber(text, mark)).toEqual(expected);
  });

  it.each([
    ['9,60 zł', 'money', is('9.60')],
    ['9,60zł', 'money', is('9.60')],
    ['9,60 PLN', 'money', is('9.60')],
    ['9,60 zł.', 'money', is('9.60')],
    ['9,60 mm', 'money', UNIT],
    ['12 mm', 'mm', is('12')],
    ['12 MM.', 'mm', is('12')],
    ['12 zł', 'mm', UNIT],
    ['12 mm', undefined, UNIT],
    ['- 1 234,5 mm', 'mm', is('-1234.5')],
    ['zł 9,60', 'money', UNIT],
  ] as const)('%s in a field with the unit %s', (text, unit, expected) => {
    expect(readNumber(text, ',', unit)).toEqual(expected);
  });
});

describe('a typed number', () => {
  it.each([
    ['1,234.50', ',', is('1234.50')],
    ['1.234,50', '.', is('1234.50')],
    ['1.234.567', '.', is('1234567')],
    ['+1,234,567', ',', is('1234567')],
    ['1,23,456.50', '.', is('123456.50')],
    ['+1,23,456', ',', is('123456')],
    ['1,234', '.', twice('1234', '1.234')],
    ['1.234', ',', twice('1234', '1,234')],
    ['1,234', ',', is('1.234')],
    ['0,234', '.', is('0.234')],
    ['abc', '.', NUMBER],
  ] as const)('%s where the mark is %s', (text, mark, expected) => {
    expect(readTyped(text, mark)).toEqual(expected);
  });

  it('with a unit has two readings as well', () => {
    expect(twoReadings('1.234 zł', ',', 'money')).toEqual(['1234', '1,234']);
    expect(twoReadings('1.234 zł', ',')).toBeNull();
    expect(twoReadings('12.5', ',')).toBeNull();
  });

  it('is kept with a comma while it is ambiguous, and shown as it was typed', () => {
    expect(keptDoubt('1.234', ',')).toBe('1,234');
    expect(keptDoubt('1,234', '.')).toBe('1,234');
    expect(keptDoubt('12.5', ',')).toBe('12.5');
    expect(shownDoubt('1,234', ',')).toBe('1.234');
    expect(shownDoubt('1,234', '.')).toBe('1,234');
    expect(shownDoubt('12,5', ',')).toBe('12,5');
  });
});

describe('a text of a field', () => {
  it.each([
    [{ code: true }, ' A\u200b-1 ', { text: 'A-1' }],
    [{}, '12 mm', { text: '12 mm' }],
    [{ unit: 'mm' }, '12,5 mm', { text: '12.5' }],
    [{ unit: 'mm' }, '12,5', { text: '12,5' }],
    [{ unit: 'mm' }, '12 cm', UNIT],
    [{ unit: 'mm' }, 'round', { text: 'round' }],
  ] as const)('%j: %s', (field, text, expected) => {
    expect(readText(field, text, ',')).toEqual(expected);
  });
});

describe('an exponent', () => {
  it.each([
    ['1.5E3', '1500'],
    ['-1,25e1', '-12.5'],
    ['1e-3', '0.001'],
    ['1e-1', '0.1'],
    ['12e-1', '1.2'],
    ['1e0', '1'],
    ['5e+2', '500'],
    ['1e100', '1e100'],
    ['x1e2', 'x1e2'],
    ['1e2x', '1e2x'],
    ['12', '12'],
  ])('%s is %s', (text, plain) => {
    expect(plainExponent(text)).toBe(plain);
  });
});

describe('a decimal', () => {
  it.each([
    ['12,50', '12.50'],
    [' 12.50 ', '12.50'],
    ['+5', '5'],
    ['-5', '-5'],
    ['1 234.5', '1234.5'],
    ['1\u00a0234\u202f567,5', '1234567.5'],
    ['1 23', null],
    ['1.234,50', null],
    ['zł 5', null],
    ['1e5', null],
    ['0x10', null],
    ['NaN', null],
    ['.', null],
    ['1,2,3', null],
    ['.5', null],
    ['5.', null],
    ['', null],
    ['1'.repeat(301), null],
  ])('%s is %s', (text, decimal) => {
    expect(parseDecimal(text)).toBe(decimal);
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(9999), (whole, fraction) => {
        const text = `${whole}.${String(fraction).padStart(4, '0')}`;
        expect(parseDecimal(text.replace('.', ','))).toBe(text);
        expect(sameDecimal(text, `${text}00`)).toBe(true);
      }),
    );
  });

  it('multiplies exactly', () => {
    expect(timesDecimals('6.03', '31.00')).toBe('186.93');
    expect(timesDecimals('0.1', '0.2')).toBe('0.02');
    expect(timesDecimals('12345678901234567890', '0')).toBe('0');
  });

  it('is compared, added, raised and rounded exactly', () => {
    expect(sameDecimal('12.50', '12.5')).toBe(true);
    expect(sameDecimal('12.50', '12.51')).toBe(false);
    expect(addDecimals('12.50', '0.5')).toBe('13.00');
    expect(addDecimals('0.1', '0.25')).toBe('0.35');
    expect(addDecimals('1', '2')).toBe('3');
    expect(addPercent('100', '3.5')).toBe('103.5');
    expect(addPercent('12.50', '10')).toBe('13.75');
    expect(addPercent('12.50', '0')).toBe('12.50');
    expect(roundDecimal('12.34', '0.10')).toBe('12.30');
    expect(roundDecimal('12.35', '0.10')).toBe('12.40');
    expect(roundDecimal('-12.35', '0.10')).toBe('-12.40');
    expect(roundDecimal('12.35', '5')).toBe('10');
    expect(['-0.01', '0', '0.01'].map(signOf)).toEqual([-1, 0, 1]);
  });
});

describe('the type of a field', () => {
  it.each([
    ['decimal', true],
    ['number', true],
    ['text', false],
  ] as const)('%s', (type, numeric) => {
    expect(isNumeric({ type })).toBe(numeric);
  });
});
