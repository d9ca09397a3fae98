import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { formatDate } from '../../../../src/renderer/src/i18n/format.ts';
import { setLocale } from '../../../../src/renderer/src/i18n/locale.ts';
import { CellEditor } from '../../../../src/renderer/src/screens/records/grid/CellEditor.tsx';
import type { Json, JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { typedOf, valuesOf } from '../../../../src/renderer/src/screens/productDrafts/parts.ts';
import {
  editText,
  fileName,
  showValue,
} from '../../../../src/renderer/src/fields/model/fieldText.ts';
import {
  baseName,
  changeLines,
  valueText,
} from '../../../../src/renderer/src/fields/values/values.ts';
import { fieldAt } from '../../../../src/renderer/src/fields/model/fields.ts';
import { PLAIN_WORDS } from '../../fields/outboxSupport.ts';

afterEach(() => setLocale('en'));
const NOON = new Date(2026, 10, 20, 12, 0).getTime();

describe('a date that a service holds', () => {
  it.each([
    '2024-02-31',
    '2024-13-05',
    '2024-00-10',
    '2024-05-00',
    '2024-05-012',
    '0000-00-00',
    '2024-05-01 (draft)',
  ])('is shown as it came where no calendar has it: %s', (value) => {
    expect(formatDate(value, NOON)).toBe(value);
  });

  it('has its own year, the first ones too', () => {
    expect(formatDate('0001-01-01T00:00:00', NOON)).toBe('1 Jan 1');
    expect(formatDate('2024-02-29', NOON)).toBe('29 Feb 2024');
  });
});

const reading = { kind: 'edge-bands', words: PLAIN_WORDS, fileName: () => undefined } as const;
const FLAG = fieldAt('edge-bands', 'isActive');

describe('a moment that a service holds', () => {
  const created = fieldAt('products', 'createdAt') ?? null;
  const shown = (value: string) => showValue(created, value, PLAIN_WORDS);

  it('is shown as it came where no calendar has its day', () => {
    expect(shown('2024-02-31T10:00:00Z')).toBe('2024-02-31T10:00:00Z');
    expect(shown('2024-02-29T10:00:00')).toBe('29 Feb 2024 10:00');
  });
});

describe('a value in a review or a change', () => {
  const words = {
    ...PLAIN_WORDS,
    date: (value: string) => `on ${value}`,
    moment: () => 'a moment',
  };
  const text = (value: Json, name = 'createdAt') =>
    valueText({ ...reading, kind: 'products', words }, fieldAt('products', name), value);

  it('says a moment as people do, and shows what is none as it came', () => {
    expect(text('2025-10-08T12:34:56.789Z')).toBe('a moment');
    expect(text('2025-10-08T12:34:56+02:00')).toBe('a moment');
    for (const other of ['2025-10-08', 'T12:34', 'yesterday']) expect(text(other)).toBe(other);
  });

  it('leaves out the ids that the service gives to parts', () => {
    const parts = { korpus: { SIFRA: 'H1', _id: '68e7aa' }, front: [{ _id: '68e7ab', kod: 'A' }] };
    expect(text(parts, 'main')).toBe('korpus (SIFRA H1) · front ((kod A))');
    expect(text({ _id: '68e7ac' }, 'main')).toBe('_id 68e7ac');
  });
});

describe('a flag of another form', () => {
  it.each<[Json, string]>([
    [true, 'Yes'],
    ['true', 'Yes'],
    [false, 'No'],
    ['false', 'No'],
    [1, '1'],
    ['tak', 'tak'],
    [{}, '{ }'],
  ])('is shown as it came: %j', (value, shown) => {
    expect(valueText(reading, FLAG, value)).toBe(shown);
  });

  it('stands in its cell until another is chosen', () => {
    expect(chosenInCell('1')).toBe('1');
    expect(chosenInCell('false')).toBe('common.no');
  });
});

describe('an amount that is none', () => {
  const price = fieldAt('materials', 'price');

  it.each(['1.234,50', '12.50 zł', 'v1.2', '1.5e-7'])(
    'stands in its editor as it came, whatever mark the language writes: %s',
    (text) => {
      setLocale('pl');
      expect(price && editText(price, text)).toBe(text);
    },
  );

  it('stays what it was in a plan that is opened and typed on', () => {
    setLocale('pl');
    const texts = typedOf('materials', { name: 'Oak', price: 'v1.2' });
    const typedOn = { ...texts, name: 'Oak 18' };
    expect(valuesOf(resourceOf('materials'), typedOn)).toEqual({
      name: 'Oak 18',
      price: 'v1.2',
    });
  });

  it('is written with the mark of the language where it is one', () => {
    setLocale('pl');
    expect(price && editText(price, '12.50')).toBe('12,50');
    expect(price && editText(price, -0.5)).toBe('-0,5');
  });
});

describe('a list that names one file twice', () => {
  const files = { kind: 'products', words: PLAIN_WORDS, fileName: () => undefined } as const;
  const sortsOf = (before: string[], after: string[]) =>
    changeLines(files, { field: 'images', before, after }).map(({ sort }) => sort);

  it('tells that one of the two goes, or comes', () => {
    expect(sortsOf(['up/a.png', 'up/a.png'], ['up/a.png'])).toEqual(['file-removed']);
    expect(sortsOf(['up/a.png'], ['up/a.png', 'up/a.png'])).toEqual(['file-added']);
    expect(sortsOf(['up/a.png', 'up/a.png'], ['up/a.png', 'up/a.png'])).toEqual([]);
  });
});

describe('a path that ends with a slash', () => {
  it('is shown whole: its last part is nothing', () => {
    expect(fileName('uploads/')).toBe('uploads/');
    expect(baseName('uploads\\')).toBe('uploads\\');
    expect(fileName('uploads/a.png')).toBe('a.png');
  });
});

describe('a part that no descriptor names', () => {
  const group = { kind: 'fittings', words: PLAIN_WORDS, fileName: () => undefined } as const;

  it.each(['constructor', 'toString', '__proto__', 'unit'])(
    'is shown by its own name: %s',
    (name) => {
      const sides = ['{}', `{"${name}":"mm"}`].map((text) => JSON.parse(text) as JsonObject);
      const [before = null, after = null] = sides;
      const lines = changeLines(group, { field: 'wymiary', before, after });
      expect(lines).toMatchObject([{ label: `Dimensions · ${name}`, before: null, after: 'mm' }]);
      expect(valueText(group, fieldAt('fittings', 'wymiary'), after ?? undefined)).toBe(
        `${name} mm`,
      );
    },
  );
});

/** Returns the text of a flag's cell when opened: the chosen option, else the first one. */
function chosenInCell(text: string): string | undefined {
  if (FLAG === undefined) throw new Error('edge bands have a flag');
  const edit = { id: 'a', title: 'a', row: 0, name: 'isActive', field: FLAG, text, first: text };
  const state = {
    was: null,
    purpose: 'update',
    overwrites: false,
    fault: null,
    error: null,
    busy: false,
  };
  const actions = { type: () => {}, keep: () => {}, leave: () => {} };
  const cell = createElement(CellEditor, {
    kind: 'edge-bands',
    fields: {},
    edit: { ...edit, ...state, purpose: 'update', base: Promise.resolve(undefined) },
    numeric: false,
    actions,
  });
  const page = renderToStaticMarkup(createElement(MantineProvider, null, cell));
  const options = [...page.matchAll(/<option[^>]*?( selected="")?>([^<]*)</g)];
  return (options.find(([, selected]) => selected !== undefined) ?? options[0])?.[2];
}
