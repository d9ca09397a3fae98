import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#contract/problems.ts';
import en from '../../../../src/renderer/src/i18n/problems.en.json' with { type: 'json' };
import { adviceOf } from '../../../../src/renderer/src/screens/problems/advice.ts';
import {
  choose,
  chooseNothing,
  keepChosen,
  problemsView,
} from '../../../../src/renderer/src/screens/problems/problemsView.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { problems: en } } } }));
beforeEach(chooseNothing);

const problem = (id: string, changeable = true): Problem => ({
  kind: 'fittings',
  id,
  rule: 'size-missing',
  field: 'wymiary',
  severity: 'warning',
  params: {},
  key: null,
  title: id,
  pending: null,
  fixable: false,
  changeable,
  hidden: null,
});
const advice = (...changeable: boolean[]) =>
  adviceOf(
    i18next.t,
    'size-missing',
    changeable.map((each) => problem('a', each)),
  );

describe('the advice about problems of one rule', () => {
  it('is to type the value only where the field can be changed', () => {
    expect(advice(true, true)).toBe('Enter the missing sizes.');
    expect(advice(false, false)).toMatch(/^Sizes cannot be changed after creation/);
    expect(advice(true, false)).toMatch(/^Enter the missing sizes. Sizes cannot be changed/);
  });

  it('names nothing that Cabinet cannot do', () => {
    expect(adviceOf(i18next.t, 'near-name', [problem('a')])).not.toMatch(/merge/i);
  });
});

describe('chosen problems', () => {
  it('do not stay chosen when the list does not show them any more', () => {
    choose([problem('a'), problem('b')]);
    keepChosen([problem('b'), problem('c')]);
    expect([...problemsView.getState().chosen.values()].map(({ id }) => id)).toEqual(['b']);
  });
});
