import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { countText } from '../../../../src/renderer/src/screens/records/countText.ts';

const translation = { records: { detail: '{{shown}} of {{total}}' } };
const t = await createInstance().init({ lng: 'en', resources: { en: { translation } } });

it.each([
  ['a filtered list', { shown: 2, all: 9, isFiltered: true }, '2 of 9'],
  ['a filtered list before all are counted', { shown: 2, all: null, isFiltered: true }, '2 of 2'],
  ['a filtered list that grew since', { shown: 10, all: 9, isFiltered: true }, '10 of 10'],
  ['a whole list', { shown: 9, all: 9, isFiltered: false }, '9'],
  ['a list that is being read', { shown: null, all: 9, isFiltered: true }, undefined],
])('counts %s', (_list, counts, text) => {
  expect(countText(t, counts)).toBe(text);
});
