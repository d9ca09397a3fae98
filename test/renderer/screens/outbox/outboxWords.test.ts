import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { REASONS, RESULTS } from '#contract/operations.ts';
import { byDay, heardOf } from '../../../../src/renderer/src/screens/outbox/model/history.ts';
import {
  matching,
  textOfEntry,
} from '../../../../src/renderer/src/screens/outbox/model/historyFilter.ts';
import { REASON_TEXTS } from '../../../../src/renderer/src/screens/outbox/model/reasons.ts';
import {
  changeLines,
  namesOf,
  readingOf,
  valueText,
} from '../../../../src/renderer/src/fields/values/values.ts';
import { en, pl } from '../../../../src/renderer/src/i18n/texts.ts';
import { operation, POLISH as words } from '../../fields/outboxSupport.ts';

const staged = {
  id: 'f1',
  field: 'images',
  name: 'zaw.jpg',
  size: 1,
  sha256: '',
  state: 'sent',
  path: 'up/x-1.jpg',
} as const;
const reading = readingOf(operation({ files: [staged] }), words);
const entry = {
  number: 1,
  operation: null,
  answer: null,
  time: 0,
  kind: 'fittings',
  id: '1',
  action: 'update',
  field: null,
  before: null,
  after: null,
  result: 'queued',
  key: null,
  title: 'Zawias',
  gone: false,
  reason: null,
} as const;

describe('names of fields within a sentence', () => {
  it('lose the capital that begins them, and no other', () => {
    expect(namesOf('fittings', ['price', 'model', 'UID'], words)).toBe('cena, model 3D, UID');
    expect(namesOf('materials', ['SIFRA', 'DEB'], words)).toBe('kod (SIFRA), grubość (DEB)');
    expect(namesOf('edge-bands', ['groupID'], words)).toBe('ID grupy');
  });

  it('stay as the service writes them where nobody knows the field', () => {
    expect(namesOf('fittings', ['KodStary'], words)).toBe('KodStary');
  });
});

describe('reasons', () => {
  it.each(REASONS)('%s has words in both languages', (code) => {
    const key = REASON_TEXTS[code].replace('outbox.reasons.', '');
    expect(en.outbox.reasons).toHaveProperty([key]);
    expect(pl.outbox.reasons).toHaveProperty([key]);
  });
});

describe('a change in words', () => {
  const text = (field: string, before: Json, after: Json) =>
    changeLines(reading, { field, before, after }).map(
      (line) => [line.label, line.before, line.after] as const,
    );

  it('writes numbers as the language does and labels as the descriptor does', () => {
    expect(text('price', '8.90', '9.20')).toEqual([['Cena', '8,90', '9,20']]);
  });
  it('shows each part of a nested field that differs', () => {
    expect(text('wymiary', { x: '1', y: '2' }, { x: '3', y: '2' })).toEqual([
      ['Wymiary · X', '1\u00A0mm', '3\u00A0mm'],
    ]);
  });
  it('shows which files join and which leave, by the names a person gave them', () => {
    expect(text('images', ['up/a.png', 'up/b.png'], ['up/b.png', { $file: 'f1' }])).toEqual([
      ['Zdjęcia', 'a.png', null],
      ['Zdjęcia', null, 'zaw.jpg'],
    ]);
    expect(text('model', 'up\\old.obj', { $file: 'unknown' })).toEqual([
      ['Model 3D', 'old.obj', 'plik'],
    ]);
  });
  it('knows a file by its path at the service as well', () => {
    expect(valueText(reading, undefined, 'x')).toBe('x');
    expect(text('model', null, 'up/x-1.jpg')).toEqual([['Model 3D', null, 'zaw.jpg']]);
  });
  it('reads an object without brackets', () => {
    const products = readingOf(operation({ kind: 'products' }), words);
    const value = { korpus: { SIFRA: 'H1', ilosc: '6.03' }, listy: ['a', 'b'] };
    expect(
      changeLines(products, { field: 'materialy', before: null, after: value })[0]?.after,
    ).toBe('korpus (SIFRA H1, ilosc 6.03) · listy (a, b)');
  });
  it('keeps the name of a field that nobody knows', () => {
    expect(text('nowe_pole', null, true)).toEqual([['nowe_pole', null, 'true']]);
  });
});

describe('the activity', () => {
  it.each(RESULTS)('%s has words in both languages', (result) => {
    expect(en.outbox.activity.results).toHaveProperty([result]);
    expect(pl.outbox.activity.results).toHaveProperty([result]);
  });

  it('tells what the service said only where that is why', () => {
    const heard = RESULTS.filter((result) => heardOf({ ...entry, result, answer: 'No' }) !== null);
    expect(heard.toSorted()).toEqual(['lookup', 'refused', 'unknown', 'waiting']);
    expect(heardOf({ ...entry, result: 'refused' })).toBeNull();
  });

  it('heads each day and keeps the newest first', () => {
    const day = 86_400_000;
    const times = [5 * day + 2, 5 * day + 1, 4 * day];
    const entries = times.map((time, index) => ({ ...entry, time, number: 9 - index }));
    const rows = byDay(entries, false);
    expect(rows.map(({ type }) => type)).toEqual(['day', 'entry', 'entry', 'day', 'entry']);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    // A new entry leaves the keys of all other lines unchanged.
    const more = byDay([{ ...entry, time: 5 * day + 3, number: 10 }, ...entries], false);
    const keys = more.map(({ key }) => key);
    expect(keys.filter((key) => rows.some((row) => row.key === key))).toHaveLength(rows.length);
    expect(keys.indexOf('entry 10')).toBe(1);
    // The last day may have more entries than were read.
    const counts = (isCut: boolean) =>
      byDay(entries, isCut).flatMap((row) => (row.type === 'day' ? [row.count] : []));
    expect([counts(false), counts(true)]).toEqual([
      [2, 1],
      [2, null],
    ]);
  });

  it('finds words in any order, without case and diacritics', () => {
    const entries = [
      { ...entry, id: 'Łącznik Śruba' },
      { ...entry, id: 'Zawias' },
      { ...entry, id: 'Łøsœ Straße' },
    ];
    const found = (typed: string) => matching(entries, typed, ({ id }) => id).map(({ id }) => id);
    expect(found('sruba lacz')).toEqual(['Łącznik Śruba']);
    expect(found('strasse losoe')).toEqual(['Łøsœ Straße']);
    expect(found('  ')).toHaveLength(3);
    expect(found('x')).toEqual([]);
  });

  it('finds a value and what came of it as they stand in the line', () => {
    const changed = { ...entry, field: 'price', before: '8.90', after: '9.20' };
    const found = (typed: string) =>
      matching([changed], typed, (each) => textOfEntry(each, words, 'Do wysłania')).length;
    expect([found('cena 9,20'), found('8,9'), found('9.20'), found('9,3')]).toEqual([1, 1, 1, 0]);
    expect([found('wyslania'), found('queued')]).toEqual([1, 1]);
  });
});
