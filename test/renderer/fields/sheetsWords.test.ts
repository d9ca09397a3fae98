import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expecting, expectingMessage, isCode } from '#contract/expectations/expected.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import { GROUP_CODES } from '#contract/changesets/groups.ts';
import { formatCount } from '../../../src/renderer/src/i18n/format.ts';
import { setLocale } from '../../../src/renderer/src/i18n/locale.ts';
import { en, pl } from '../../../src/renderer/src/i18n/texts.ts';
import { expectedText } from '../../../src/renderer/src/ui/errors/expectedText.ts';
import { labelAt } from '../../../src/renderer/src/fields/model/fields.ts';
import { issueValueText } from '../../../src/renderer/src/ui/errors/issueValueText.ts';
import { groupText, signed } from '../../../src/renderer/src/fields/model/groupText.ts';
import { tellQueued } from '../../../src/renderer/src/fields/undo/tellQueued.ts';
import { dismissAll, toastStore } from '../../../src/renderer/src/state/toasts.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    defaultNS: 'texts',
    resources: { en: { texts: en }, pl: { texts: pl } },
    interpolation: { escapeValue: false },
  });
  i18next.services.formatter?.add('n', (value: unknown) => formatCount(Number(value)));
});

afterEach(() => setLocale('en'));

const label = (change: Partial<GroupLabel>): GroupLabel => ({
  code: 'percent',
  kind: 'materials',
  count: 412,
  params: { field: 'price', percent: '3.5' },
  ...change,
});

describe('the word about what was queued', () => {
  it('counts what was taken back, not what there was to take back', () => {
    setLocale('en');
    dismissAll();
    const undo = label({ code: 'undo', params: {}, of: label({}) });
    tellQueued(undo, { group: 'g', queued: 3, left: 0 }, () => Promise.resolve());
    expect(toastStore.getState().toasts.map(({ text }) => text)).toEqual([
      'Undone: +3.5 % for 3 materials',
    ]);
    dismissAll();
  });
});

describe('groupText', () => {
  it.each([
    ['en', {}, '+3.5 % for 412 materials'],
    ['pl', {}, '+3,5 % dla 412 materiałów'],
    ['en', { params: { percent: '-2' }, count: 1 }, '−2 % for 1 material'],
    ['en', { code: 'add-product', params: { record: '' } }, 'New product: Unnamed plan'],
    [
      'en',
      { code: 'add', params: { field: 'price', amount: '0.20' } },
      'Price +0.20 for 412 materials',
    ],
    [
      'pl',
      { code: 'import', count: 3, params: { file: 'cennik.csv' } },
      'Import pliku cennik.csv do 3 materiałów',
    ],
    [
      'en',
      { code: 'set', kind: 'edge-bands', count: 2, params: { field: 'isActive', value: 'true' } },
      'Active set to “Yes” for 2 edge bands',
    ],
    [
      'pl',
      { code: 'set', kind: 'edge-bands', count: 2, params: { field: 'isActive', value: 'false' } },
      'Aktywne: „Nie” dla 2 obrzeży',
    ],
    [
      'pl',
      { code: 'set', kind: 'products', count: 1, params: { field: 'date', value: '2019-05-03' } },
      'Data: „3 maj 2019” dla 1 produktu',
    ],
    [
      'pl',
      { code: 'clear', kind: 'fittings', count: 5, params: { field: 'price' } },
      'Wyczyszczenie pola Cena dla 5 okuć',
    ],
    [
      'en',
      { code: 'edit', count: 1, params: { record: 'H1', field: 'price, name' } },
      'Price +1 of H1',
    ],
    [
      'en',
      { code: 'edit', kind: 'fittings', params: { record: 'Z', field: 'wymiary.x' } },
      'Dimensions · X of Z',
    ],
    [
      'en',
      { code: 'undo', params: {}, of: { code: 'percent', count: 5, params: { percent: '1' } } },
      'Undo of: +1 % for 5 materials',
    ],
    // A text stays as typed: only a number gets separators.
    [
      'en',
      {
        code: 'set',
        kind: 'fittings',
        count: 2,
        params: { field: 'description', value: '590200' },
      },
      'Description set to “590200” for 2 fittings',
    ],
    [
      'pl',
      { code: 'set', kind: 'fittings', count: 2, params: { field: 'description', value: '1.50' } },
      'Opis: „1.50” dla 2 okuć',
    ],
    [
      'pl',
      { code: 'set', kind: 'fittings', count: 2, params: { field: 'price', value: '1.50' } },
      'Cena: „1,50” dla 2 okuć',
    ],
    // The user names the group when queueing fixes.
    [
      'en',
      { code: 'fix', kind: 'fittings', count: 5, params: { record: 'Prices of May' } },
      '“Prices of May” for 5 fittings',
    ],
    ['pl', { code: 'fix', kind: 'fittings', count: 5, params: {} }, 'Poprawka dla 5 okuć'],
  ] as const)('names a group in %s', (language, change, expected) => {
    setLocale(language);
    const t = i18next.getFixedT(language, 'texts');
    expect(groupText(t, label(change as Partial<GroupLabel>))).toBe(expected);
  });

  it.each(GROUP_CODES)('leaves no gap and no key for %s', (code) => {
    const params = {
      record: 'R',
      field: 'price',
      value: '1',
      find: 'a',
      with: 'b',
      amount: '1',
      percent: '1',
      file: 'f',
    };
    for (const language of ['en', 'pl'] as const) {
      const said = groupText(i18next.getFixedT(language, 'texts'), label({ code, params }));
      expect(said).not.toMatch(/\{\{|sheets\./);
    }
  });
});

describe('the place of an issue', () => {
  it.each([
    ['price', 'Price'],
    ['wymiary.x', 'Dimensions · X'],
    // A column of a sheet, or the name of a record.
    ['Wys. (mm)', 'Wys. (mm)'],
    ['Hinge 2.5 mm, v. 3', 'Hinge 2.5 mm, v. 3'],
  ])('called %s is shown as %s', (place, expected) => {
    setLocale('en');
    expect(labelAt('fittings', place)).toBe(expected);
  });
});

describe('the value of an issue', () => {
  it.each([
    ['queued to be removed', expecting('noRemoval'), 'do usunięcia'],
    ['gone', expecting('record'), 'usunięty'],
    ['sending', expecting('removalOver'), 'wysyłana'],
    ['changed', expecting('planAsQueued', { name: 'Bed' }), 'zmieniony'],
    ['no SIFRA', expecting('keyColumn', { code: 'SIFRA', id: '_id' }), 'brak SIFRA'],
    ['3 columns', expecting('noColumns', { count: 2 }), '3 kolumny'],
    // Typed text stays as typed, even where it equals a word of the core.
    ['gone', expecting('number'), 'gone'],
    ['gone', expecting('text'), 'gone'],
  ])('%s where %o was expected', (value, expected, said) => {
    setLocale('pl');
    const t = i18next.getFixedT('pl', 'texts');
    expect(issueValueText(t, { place: '', value, ...expected })).toBe(said);
  });
});

describe('signed', () => {
  it.each([
    ['3.5', '+3.5'],
    ['-0.20', '−0.20'],
    ['+1', '+1'],
  ])('writes %s with its sign', (decimal, expected) => {
    expect(signed(decimal)).toBe(expected);
  });
});

describe('an expectation', () => {
  const pairs = Object.keys(en.expected)
    .filter(isCode)
    .map((code) => [code, en.expected[code], pl.expected[code]] as const);
  const names = (text: string) =>
    new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name));

  it.each(pairs)(
    '%s uses only parameters that it is given, in Polish too',
    (_code, text, polish) => {
      expect([...names(polish)].filter((name) => !names(text).has(name))).toEqual([]);
    },
  );

  it('is shown in the language and the number format of the window', () => {
    const said = (language: 'en' | 'pl') => {
      setLocale(language);
      return expectedText(i18next.getFixedT(language, 'texts'), expecting('thousands'));
    };
    expect(said('en')).toBe('a number such as 13.80: here a dot or comma could separate thousands');
    expect(said('pl')).toBe('liczba, np. 13,80: kropka lub przecinek może tu oddzielać tysiące');
  });

  it('keeps texts of several lines as they are', () => {
    const t = i18next.getFixedT('pl', 'texts');
    const expected = expecting('changedSince', { value: 'Hinge\nleft' });
    expect(expected.expected).toBe('Hinge\nleft: it was changed later');
    expect(expectedText(t, expected)).toBe('Hinge\nleft: wartość zmieniono później');
  });

  it('is found again from the message of a schema, and stays a sentence otherwise', () => {
    expect(expectingMessage('a number such as 12.50')).toEqual(expecting('number'));
    expect(expectingMessage('something new')).toEqual({ expected: 'something new' });
    const t = i18next.getFixedT('pl', 'texts');
    expect(expectedText(t, { expected: 'something new' })).toBe('something new');
  });
});
