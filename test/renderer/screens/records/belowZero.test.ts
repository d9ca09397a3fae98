import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { readForm } from '../../../../src/renderer/src/fields/model/form.ts';
import { amountsBelowZero } from '../../../../src/renderer/src/screens/records/panel/useDoubts.ts';

const fitting = resourceOf('fittings');

describe('amounts below zero in a form', () => {
  it('are those that a cell would ask about', () => {
    const typed = { price: '-5', minX: '-5', name: 'A' };
    const outcome = readForm(fitting, {}, typed, 'draft');
    expect(outcome.faults).toEqual({});
    expect(amountsBelowZero(fitting, outcome)).toEqual(['price']);
  });

  it('are found in the parts of a group too', () => {
    const outcome = readForm(
      fitting,
      {},
      { 'stock_limits.small': '-5', 'stock_limits.medium': '4' },
      'draft',
    );
    expect(amountsBelowZero(fitting, outcome)).toEqual(['stock_limits.small']);
  });
});
