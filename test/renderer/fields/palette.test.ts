import { describe, expect, it } from 'vitest';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { bestRows, isNamed } from '../../../src/renderer/src/fields/search/bestRows.ts';
import { fuzzy } from '../../../src/renderer/src/fields/search/fuzzy.ts';

const row = (id: string, key: string | null, name: string) => ({
  id,
  key,
  pending: null,
  fields: { name },
});

describe('fuzzy', () => {
  it('prefers the start of a text, then of a word, then the inside, then scattered letters', () => {
    const scores = ['send', 'go to send', 'resend', 's-e-n-d'].map((text) => fuzzy('send', text));
    const given = scores.map(Number);
    expect(given).toEqual([...given].sort((a, b) => b - a));
    expect(new Set(given).size).toBe(4);
  });
  it('refuses letters strewn over a sentence', () => {
    expect(fuzzy('zaw', 'Szafka kuchenna górna Modra, wisząca')).toBeNull();
  });
  it.each([
    ['wyslij', 'Wyślij'],
    ['lodz sifra dak', 'ŁÓDŹ Šifra đak'],
    ['kobenhavn', 'København'],
    ['strasse', 'Straße'],
    ['aero coeur', 'Ærø cœur'],
    ['blumtm', 'Blum™'],
  ])('finds %s in %s, as the search of the lists does', (typed, text) => {
    expect(fuzzy(typed, text)).toBe(100 - normalizeForSearch(text).length / 100);
    expect(isNamed(row('1', null, text), 'name', typed)).toBe(true);
  });
});

describe('bestRows', () => {
  it('puts a code before a name before the rest, each once', () => {
    const rows = [
      row('3', 'PRK-H0', 'Prowadnik'),
      row('2', 'X-1', 'Zawias ozdobny'),
      row('1', 'ZAW-110', 'Zawias 110'),
      row('1', 'ZAW-110', 'Zawias 110'),
    ];
    expect(bestRows(rows, 'name', 'zaw', 6).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });
});

describe('isNamed', () => {
  it('tells a row that still fits from one of fewer letters', () => {
    expect(isNamed(row('1', 'ZAW-110', 'Zawias'), 'name', 'zaw-1')).toBe(true);
    expect(isNamed(row('1', null, 'Zawias żółty'), 'name', 'zolty')).toBe(true);
    expect(isNamed(row('1', 'ZAW-110', 'Zawias'), 'name', 'match files')).toBe(false);
  });
});
