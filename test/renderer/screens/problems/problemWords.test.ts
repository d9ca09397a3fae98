import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rule } from '#contract/problems.ts';
import { RULE_NAMES, RULES } from '#contract/problems.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { PLAIN_ENGLISH } from '#contract/valueText.ts';
import { startTexts, textOf } from '../../../../src/renderer/src/i18n/i18n.ts';
import type { Wording } from '../../../../src/renderer/src/fields/values/values.ts';
import {
  placeName,
  sentenceOf,
  skippedText,
} from '../../../../src/renderer/src/screens/problems/problemWords.ts';

const words: Wording = {
  label: textOf,
  ...PLAIN_ENGLISH,
  currency: 'EUR',
  date: (value) => value,
  aFile: 'a file',
};

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => 'en' },
    document: { documentElement: {} },
  });
  await startTexts();
});

const say = (rule: Rule, params: Parameters<typeof sentenceOf>[2]['params'], field = '') =>
  sentenceOf(i18next.t, words, { rule, kind: RULES[rule].kinds[0] ?? KINDS[0], field, params });

describe('the sentence of a problem', () => {
  it('is there for every rule, with no gap left open', () => {
    for (const rule of RULE_NAMES) expect(say(rule, {}), rule).not.toMatch(/\{\{|undefined|^$/u);
  });
  it('holds the facts of its rule', () => {
    expect(say('price-outlier', { value: '99', low: 1, high: 9, group: 'Hinges', size: 12 })).toBe(
      '€99.00, while 12 others in “Hinges” cost €1.00 to €9.00.',
    );
    expect(say('same-code', { code: 'A-1', others: ['x', 'y'] })).toBe(
      'The code A-1 is also used by 2 other records.',
    );
    expect(say('size-unlike-model', { stored: [1, 2, 3], model: [1, 2, 4.5] })).toContain(
      '1 × 2 × 3\u00a0mm. 3D model: 1 × 2 × 4.5\u00a0mm',
    );
    expect(say('near-name', { name: 'a', otherName: 'Hinge 110', otherKey: 'Z-1' })).toContain(
      'Hinge 110 (Z-1)',
    );
  });
  it('names a place by its labels, counting from one', () => {
    const label = textOf(resourceOf('products').fields['main']?.label ?? { en: '', pl: '' });
    expect(placeName('products', 'main.okucia[3].kod', words)).toBe(`${label} · okucia 4 · kod`);
    expect(placeName('products', 'nobody', words)).toBe('nobody');
  });
});

it('a fix that was refused says why in the language of the window', () => {
  const t = i18next.getFixedT('pl');
  const error = {
    code: 'state',
    message: '“Zawias” is marked for deletion. Discard the deletion first.',
    why: { code: 'removal-queued', params: { name: 'Zawias' } },
  } as const;
  const said = skippedText(t, { why: 'refused', error });
  expect(said).toBe(t('errors.why.removal-queued', error.why.params));
  expect(said).not.toContain('queued');
});
