import { describe, expect, it } from 'vitest';
import { digestRules } from '#core/catalogue/problems/rulesVersion.ts';
import { fitting } from '#contract/resources/fitting.ts';
import type { Resource } from '#contract/resources/resource.ts';

const digest = (change: Partial<Resource>) => {
  const changed: Resource = Object.assign({ ...fitting }, change);
  return digestRules([changed]);
};

describe('the version of the rules', () => {
  it('stays the same while nothing changes', () => {
    expect(digest({})).toBe(digestRules([fitting]));
  });

  it.each([
    ['sizes', { sizes: fitting.sizes.slice(1) }],
    ['the scale of a model', { modelSize: null }],
    ['price groups', { priceGroup: null }],
    ['the key', { key: 'kod_producenta' }],
    [
      'links',
      {
        fields: {
          ...fitting.fields,
          connected: { ...fitting.fields['connected'], linksTo: 'materials' },
        },
      },
    ],
    [
      'open types',
      { fields: { ...fitting.fields, waga: { ...fitting.fields['waga'], anyType: true } } },
    ],
    ['wanted fields', { fields: Object.fromEntries(Object.entries(fitting.fields).slice(1)) }],
  ] as const)('changes with %s', (_what, change) => {
    expect(digest(change as Partial<Resource>)).not.toBe(digestRules([fitting]));
  });
});
