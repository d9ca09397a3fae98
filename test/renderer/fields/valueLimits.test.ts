import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readForm } from '../../../src/renderer/src/fields/model/form.ts';
import { faultText } from '../../../src/renderer/src/fields/words.ts';
import { startTexts } from '../../../src/renderer/src/i18n/i18n.ts';

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => 'pl', setItem: () => {} },
    document: { documentElement: {} },
  });
  await startTexts();
});

const band = resourceOf('edge-bands');
const text = '['.repeat(40) + ']'.repeat(40);

it.each([
  ['pl', 'najwyżej 32 poziomów'],
  ['en', 'at most 32 levels'],
])('a form says how many levels a new value may have, in %s', (language, expected) => {
  const { faults } = readForm(band, { code: 'A', data: [] }, { data: text }, 'update');
  const fault = faults['data'];
  expect(fault).toMatchObject({ type: 'limit', of: { expectation: { code: 'levels' } } });
  const told = fault === undefined ? '' : faultText(i18next.getFixedT(language), fault);
  expect(told).toContain(expected);
});

it('a form leaves a deep value alone that the record already has', () => {
  const record = { code: 'A', data: json.parse(JSON.parse(text)) };
  const edited = readForm(band, record, { data: text, group: 'B' }, 'update');
  expect(edited).toMatchObject({ values: { group: 'B' }, faults: {} });
});
