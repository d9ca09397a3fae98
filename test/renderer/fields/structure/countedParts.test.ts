import { describe, expect, it } from 'vitest';
import { parseNodes } from '#contract/jsonNodes.ts';
import type { LearnedField } from '#contract/learned.ts';
import { countedParts } from '../../../../src/renderer/src/fields/structure/model/countedParts.ts';
import { shapeIn } from './compositions.ts';
import { place } from './learnedPlace.ts';

const toFitting = { kind: 'fittings', by: 'key', share: 1 } as const;
const rows = (...more: readonly LearnedField[]) => [
  place('main', 'object', { keys: ['okucia'] }),
  place('main.okucia', 'list'),
  place('main.okucia[]', 'object', { keys: ['kod', 'ilosc'] }),
  place('main.okucia[].kod', 'text', { reference: toFitting }),
  ...more,
];
const amount = place('main.okucia[].ilosc', 'number', { min: 1, max: 40 });
const width = place('main.okucia[].szerokosc', 'number', { min: 10, max: 90 });
const price = place('main.okucia[].cena', 'text', { min: 1, max: 9 });

function partsOf(fields: readonly LearnedField[], value: unknown) {
  const parts = countedParts(parseNodes(JSON.stringify(value)), shapeIn(fields, 'main'));
  return parts.map(({ reference: { kind }, ref, amount: much }) => [kind, ref, much]);
}

describe('the parts of a composition', () => {
  it('have the amount that stands beside their code', () => {
    const okucia = [
      { kod: 'ZAW-110', ilosc: 4 },
      { kod: 'KOD-8', ilosc: '2,5' },
      { kod: 'PRK-0' },
      { kod: 'PRK-1', ilosc: 'a few' },
      { kod: '', ilosc: 3 },
      { ilosc: 3 },
    ];
    expect(partsOf(rows(amount), { okucia })).toEqual([
      ['fittings', 'ZAW-110', '4'],
      ['fittings', 'KOD-8', '2.5'],
      ['fittings', 'PRK-0', null],
      ['fittings', 'PRK-1', null],
    ]);
  });

  it.each([
    ['named as an amount', rows(width, amount), [['fittings', 'ZAW-110', '4']]],
    ['the only number', rows(price), [['fittings', 'ZAW-110', '9.9']]],
    ['not clear among several numbers', rows(width, price), []],
    ['not there: a variant, for example', rows(), []],
  ])('have an amount that is %s', (_, fields, expected) => {
    const okucia = [{ kod: 'ZAW-110', szerokosc: 30, ilosc: 4, cena: '9.9' }];
    expect(partsOf(fields, { okucia })).toEqual(expected);
  });

  it('can be the keys of a map, with the amount as the value or below it', () => {
    const keyed = { keyReference: toFitting, keys: ['ZAW-110', 'KOD-8'] };
    const plain = [place('main', 'object', keyed), place('main.*', 'number', { min: 1, max: 9 })];
    expect(partsOf(plain, { 'ZAW-110': 4, 'KOD-8': null })).toEqual([
      ['fittings', 'ZAW-110', '4'],
      ['fittings', 'KOD-8', null],
    ]);
    const below = [
      place('main', 'object', keyed),
      place('main.*', 'object', { keys: ['ilosc'] }),
      place('main.*.ilosc', 'number', { min: 1, max: 9 }),
    ];
    expect(partsOf(below, { 'ZAW-110': { ilosc: 4 } })).toEqual([['fittings', 'ZAW-110', '4']]);
  });

  it('are known under a new key, beside parts with the same keys', () => {
    const fields = [
      place('main', 'object', { keys: ['korpus'] }),
      place('main.korpus', 'object', { keys: ['kod', 'ilosc'] }),
      place('main.korpus.kod', 'text', { reference: toFitting }),
      place('main.korpus.ilosc', 'number', { min: 1, max: 9 }),
    ];
    const value = { blat: { kod: 'ZAW-110', ilosc: 4 }, other: { x: 1 } };
    expect(partsOf(fields, value)).toEqual([['fittings', 'ZAW-110', '4']]);
  });
});
