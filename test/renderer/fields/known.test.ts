import { describe, expect, it } from 'vitest';
import type { Suggestion, Suggestions } from '#contract/learned.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  distance,
  doubtOf,
  hasKnownValues,
  offersFor,
} from '../../../src/renderer/src/fields/search/known.ts';

function known(names: readonly (string | Partial<Suggestion>)[], shared = true): Suggestions {
  const values = names.map((each, at): Suggestion => {
    const given = typeof each === 'string' ? { value: each } : each;
    return { value: '', count: 50 - at, near: null, recent: false, ...given };
  });
  return { values, shared };
}

const GROUPS = known(['Okucia drzwiowe', 'Okucia szufladowe', 'Złącza', 'Nóżki i kółka']);

function offered(data: Suggestions, text: string, isTouched = true): string[] {
  const { values, areSimilar } = offersFor(data, text, isTouched);
  return [...values.map(({ value }) => value), ...(areSimilar ? ['similar'] : [])];
}

describe('the values offered for a typed text', () => {
  it.each([
    ['the start of a value', 'oku', ['Okucia drzwiowe', 'Okucia szufladowe']],
    ['the start of a word', 'drzw', ['Okucia drzwiowe']],
    ['the inside of a word', 'uflad', ['Okucia szufladowe']],
    ['letters without diacritics', 'zlacz', ['Złącza']],
    ['another case', 'NÓŻKI', ['Nóżki i kółka']],
    ['a slip', 'Okucia dzwiowe', ['Okucia drzwiowe', 'similar']],
    ['two slips in a long text', 'Okuca szufadowe', ['Okucia szufladowe', 'similar']],
    ['swapped letters', 'Złączą', ['Złącza']],
    ['a value itself', 'Złącza', []],
    ['something else', 'Lustra', ['similar']],
  ])('are those for %s', (_, text, expected) => {
    expect(offered(GROUPS, text)).toEqual(expected);
  });

  it('list everything for an untouched text, recent values first', () => {
    const data = known(['A', 'B', { value: 'C', recent: true }]);
    expect(offered(data, 'A', false)).toEqual(['C', 'A', 'B']);
  });

  it('come with those last that the filled fields rule out', () => {
    const data = known([
      { value: 'puszkowe', near: 0 },
      { value: 'puszki', near: 3 },
    ]);
    expect(offered(data, 'pusz')).toEqual(['puszki', 'puszkowe']);
  });

  it('are at most eight', () => {
    expect(offered(known(Array.from({ length: 40 }, (_, at) => `A${at}`)), 'a')).toHaveLength(8);
  });
});

describe('a typed value', () => {
  it.each([
    ['is new', 'Lustra', { code: 'new' }],
    ['resembles a known one', 'okucia drzwiowe', { code: 'similar', value: 'Okucia drzwiowe' }],
    ['is a known one', ' Złącza ', null],
    ['is empty', '', null],
  ])('%s', (_, text, expected) => {
    expect(doubtOf(GROUPS, text)).toEqual(expected);
  });

  it.each([
    ['not shared', { ...GROUPS, shared: false }],
    ['numbers', known(['12', '16', '18,5'])],
  ])('raises no doubt where the values are %s', (_, data) => {
    expect(doubtOf(data, 'Lustra')).toBeNull();
  });
});

describe('the distance of two texts', () => {
  it.each([
    ['kolo', 'kolo', 2, 0],
    ['kolo', 'kola', 2, 1],
    ['kolo', 'kollo', 2, 1],
    ['kolo', 'oklo', 2, 1],
    ['kolo', 'rower', 2, Infinity],
    ['', 'ab', 2, 2],
  ])('%s and %s, at most %i: %d', (a, b, most, expected) => {
    expect(distance(a, b, most)).toBe(expected);
  });
});

describe('fields with known values', () => {
  it('are the texts that records share', () => {
    const { fields } = resourceOf('fittings');
    const named = Object.keys(fields).filter((name) =>
      hasKnownValues(resourceOf('fittings'), name),
    );
    expect(named).toEqual(
      expect.arrayContaining(['producent', 'grupa', 'kategoria', 'podkategoria']),
    );
    expect(
      named.filter((name) => ['kod', 'name', 'price', 'status', 'images'].includes(name)),
    ).toEqual([]);
  });
});
