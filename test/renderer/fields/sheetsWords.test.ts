import i18next from 'i18next';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GroupLabel } from '#contract/plans/groups.ts';
import { GROUP_CODES } from '#contract/plans/groups.ts';
import { formatCount } from '../../../src/renderer/src/i18n/format.ts';
import { setLocale } from '../../../src/renderer/src/i18n/locale.ts';
import { en, pl } from '../../../src/renderer/src/i18n/texts.ts';
import { expectationOf } from '../../../src/renderer/src/ui/errors/expectations.ts';
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
    ['queued to be removed', 'no removal waiting', 'do usunięcia'],
    ['gone', 'a record', 'usunięty'],
    ['sending', 'a removal that is over', 'wysyłana'],
    [
      'changed',
      'a plan as it was queued: Bed was changed since, queue that one instead',
      'zmieniony',
    ],
    [
      'no SIFRA',
      'a column with the code (SIFRA) or the id (_id), by which records are found',
      'brak SIFRA',
    ],
    ['3 columns', 'at most 2: there are no more columns to the right', '3 kolumny'],
    // Typed text stays as typed, even where it equals a word of the core.
    ['gone', 'a number such as 12.50', 'gone'],
    ['gone', 'text', 'gone'],
  ])('%s where %s was expected', (value, expected, said) => {
    setLocale('pl');
    const t = i18next.getFixedT('pl', 'texts');
    expect(issueValueText(t, { place: '', value, expected })).toBe(said);
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

describe('expectationOf', () => {
  it.each([
    ['a number such as 12.50', { key: 'number', values: {} }],
    ['a number such as 12.50: here a dot could part thousands', { key: 'thousands', values: {} }],
    [
      'a code that no other row has: row 36 has it too',
      { key: 'twiceCode', values: { row: '36' } },
    ],
    [
      'no change: this field cannot be changed after creation, it stays 8',
      { key: 'locked', values: {} },
    ],
    ['text (required to create)', { key: 'required', values: {} }],
    // The desktop uses this text for the data folder.
    [
      'a folder outside that of the program, which an update takes away',
      { key: 'folderOutside', values: {} },
    ],
    ['No fitting here has the id or SIFRA "Z\n1".', { key: 'cached', values: {} }],
    ['at least one of kod, price', { key: 'oneOrMoreOf', values: { list: 'kod, price' } }],
  ])('knows the sentence %s', (text, expected) => {
    expect(expectationOf(text)).toEqual(expected);
  });

  it.each([
    ['en', 'at most as many columns as there are to the right (1)'],
    ['pl', 'najwyżej tyle kolumn, ile jest po prawej (1)'],
  ])('speaks of one column as of many in %s', (language, said) => {
    const t = i18next.getFixedT(language, 'texts');
    expect(expectedText(t, 'at most 1: there are no more columns to the right')).toBe(said);
  });

  it('leaves a sentence that it does not know as it came', () => {
    expect(expectationOf('something new')).toBeNull();
  });
});

/**
 * Expectations that only the terminal or a faulty caller can meet; a window never sends such a
 * request.
 */
const NEVER_IN_A_WINDOW = new Set([
  'a file that everybody may read',
  'valid JSON',
  'letters, digits, dots, dashes',
  'a staged file',
  'no file',
  'one side: --mine or --theirs',
  'mine or theirs',
  'a field of 7',
  'a field of this kind',
  // Begins with the name of the row; its two forms are known.
  '7 that no other row has: row 7 has it too',
]);

describe('what the core expects', () => {
  const core = path.join(import.meta.dirname, '../../../src/core');
  const files = fs
    .readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'));
  const said = files.flatMap((file) =>
    Array.from(
      fs
        .readFileSync(path.join(core, file), 'utf8')
        .matchAll(/expected: (?:'(?<plain>[^']+)'|`(?<filled>[^`]+)`)/g),
      ({ groups }) =>
        groups?.['plain'] ??
        groups?.['filled']?.replaceAll('${ID_COLUMN}', '_id').replaceAll(/\$\{[^}]*\}/g, '7') ??
        '',
    ),
  );

  it.each([...new Set(said)])('has words in every language for: %s', (sentence) => {
    expect(expectationOf(sentence) !== null).toBe(!NEVER_IN_A_WINDOW.has(sentence));
  });
});

describe('a sentence of the core about a text of several lines', () => {
  it.each([
    ['another field: Cena\nnetto is read as price already', 'anotherField'],
    ['a code that one record has: Hinge\nleft, Hinge have it; add a column _id', 'ambiguous'],
    [
      'a name that nothing has yet, or its id in a column _id: Bed\nwide has this name',
      'twiceName',
    ],
    ['Hinge\nleft: it was changed since it was made', 'changedSince'],
    ['Hinge\nleft, as the preview showed', 'asPreviewed'],
    ['the order that the service holds: a\n.png, b.png', 'serviceOrder'],
    ['a copy of this file here: a\n.png', 'copyHere'],
    [
      'a plan as it was queued: Bed\nwide was changed since, queue that one instead',
      'planAsQueued',
    ],
  ])('is known for what it is: %j', (sentence, key) => {
    expect(expectationOf(sentence)?.key).toBe(key);
  });
});
