import { describe, expect, it } from 'vitest';
import { parseNodes } from '#contract/jsonNodes.ts';
import {
  cellText,
  cellValue,
  constantAt,
  suggestionsAt,
} from '../../../../src/renderer/src/fields/structure/model/cell.ts';
import { inexactNumber } from '../../../../src/renderer/src/fields/model/jsonText.ts';
import { plannedRows } from '../../../../src/renderer/src/fields/structure/planned.ts';
import { NO_SHAPE } from '../../../../src/renderer/src/fields/structure/model/shape.ts';
import { isNamedBy } from '#contract/records.ts';
import type { Shape } from '../../../../src/renderer/src/fields/structure/model/shape.ts';
import { place } from './learnedPlace.ts';

describe('a number in JSON', () => {
  it.each([
    ['[1.0, 150, 0.1, 1e3, 1234567890123456]', null],
    ['{"a": [1, 12345678901234567890]}', '12345678901234567890'],
    ['{"a": 0.12345678901234567890}', '0.12345678901234567890'],
    ['{"a": 1e400}', '1e400'],
    ['{"a": "12345678901234567890"}', null],
  ])('is refused if it would lose digits: %s', (text, expected) => {
    expect(inexactNumber(text)).toBe(expected);
  });
});

describe('the parts of a product draft', () => {
  it('are found by code and name, as records are', () => {
    const part = {
      part: 'p1',
      kind: 'materials',
      code: 'H1-18',
      title: 'Dąb',
      price: '31',
    } as const;
    const other = { ...part, part: 'p2', kind: 'fittings' } as const;
    const found = (text: string) =>
      plannedRows([part, other], 'materials', text).map(({ id, key }) => [id, key]);
    expect(found('h1')).toEqual([['p1', 'H1-18']]);
    expect(found('dab')).toEqual([['p1', 'H1-18']]);
    expect(found('buk')).toEqual([]);
  });
});

describe('the record that a list names', () => {
  const record = { id: 'e1', serviceId: '42', key: 'ZAW-1' };

  it.each([
    ['id', '42', true],
    ['id', 'e1', true],
    ['id', 'ZAW-1', false],
    ['key', 'ZAW-1', true],
    ['key', 'zaw-1', true],
    ['key', '42', false],
  ] as const)('is named by %s: %s', (by, ref, expected) => {
    expect(isNamedBy(by, record, ref)).toBe(expected);
  });
});

describe('the text of a cell', () => {
  const number: Shape = { ...NO_SHAPE, known: place('a', 'number', { min: 1, max: 9 }) };
  const decimalText: Shape = { ...NO_SHAPE, known: place('a', 'text', { min: 1, max: 9 }) };
  const words: Shape = { ...NO_SHAPE, known: place('a', 'text') };
  const flag: Shape = { ...NO_SHAPE, known: place('a', 'boolean') };

  it.each<[typed: string, shape: Shape, literal: string | null, isOdd: boolean]>([
    ['6,03', number, '6.03', false],
    ['6.0', number, '6.0', false],
    ['12345678901234567890', number, '12345678901234567890', false],
    ['six', number, '"six"', true],
    ['', number, null, false],
    ['6,03', decimalText, '"6.03"', false],
    ['6.0', decimalText, '"6.0"', false],
    ['1.234', number, '"1.234"', true],
    ['1.234', decimalText, '"1.234"', true],
    ['1.23', number, '1.23', false],
    ['a few', decimalText, '"a few"', false],
    ['6,03', words, '"6,03"', false],
    ['', words, '""', false],
    ['true', flag, 'true', false],
    ['perhaps', flag, '"perhaps"', true],
  ])('%s becomes JSON of the usual type', (typed, shape, literal, isOdd) => {
    expect(cellValue(typed, null, shape, ',')).toEqual({ literal, isOdd });
  });

  it('keeps the spelling and shows the decimal mark of the language', () => {
    const text = '[1.0, 12345678901234567890, "2.50", "1.2.3"]';
    const list = parseNodes(text);
    const items = list.type === 'list' ? list.items : [];
    const shown = items.map((node) => cellText(text, node, decimalText, ','));
    expect(shown).toEqual(['1,0', '12345678901234567890', '2,50', '1.2.3']);
  });

  it('suggests the values of other records, and a value that all have', () => {
    const known = place('a', 'text', {
      values: [
        { value: 'm2', count: 20 },
        { value: 'mb', count: 1 },
      ],
      distinct: 2,
    });
    const shape: Shape = { ...NO_SHAPE, known };
    expect(suggestionsAt(shape)).toMatchObject({
      values: [{ value: 'm2' }, { value: 'mb' }],
      shared: true,
    });
    expect(constantAt(shape)).toBe('m2');
    expect(
      constantAt({ ...shape, known: { ...known, values: [{ value: 'm2', count: 4 }] } }),
    ).toBeNull();
  });
});
