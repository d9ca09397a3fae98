import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Rule } from '#contract/rules.ts';
import { readForm } from '../../../../src/renderer/src/fields/model/form.ts';
import { doubtsIn } from '../../../../src/renderer/src/screens/records/panel/useDoubts.ts';
import type { DoubtfulForm } from '../../../../src/renderer/src/screens/records/panel/useDoubts.ts';

const resource = resourceOf('fittings');
const required = (field: string): Rule => ({
  kind: 'fittings',
  field,
  fact: 'required',
  value: true,
  source: 'service',
  words: 'is required',
  request: null,
  record: null,
  at: 1,
});

function placesOf(form: Pick<DoubtfulForm, 'typed' | 'rules'> & Partial<DoubtfulForm>) {
  const purpose = form.purpose ?? 'create';
  const record = purpose === 'create' ? {} : { status: '1' };
  const outcome = readForm(resource, record, form.typed, purpose);
  return doubtsIn({ resource, outcome, purpose, files: [], ...form }).map(([place, { type }]) => [
    place,
    type,
  ]);
}

describe('the doubts about a form', () => {
  it('are negative amounts and values that the server refused before', () => {
    const typed = { price: '-5' };
    const rules = [required('status')];
    expect(placesOf({ typed, rules })).toEqual([
      ['price', 'below'],
      ['status', 'refused'],
    ]);
    expect(placesOf({ typed: { status: '1' }, rules })).toEqual([]);
  });

  it('stand at the first part of a field with parts', () => {
    expect(placesOf({ typed: {}, rules: [required('wymiary')] })).toEqual([
      ['wymiary.x', 'refused'],
    ]);
  });

  it('count a new file as given', () => {
    const rules = [required('model')];
    expect(placesOf({ typed: {}, rules })).toEqual([['model', 'refused']]);
    expect(placesOf({ typed: {}, rules, files: ['model'] })).toEqual([]);
  });

  it('are only about changed fields of a record', () => {
    const rules = [required('status'), required('grupa')];
    const purpose = 'draft';
    expect(placesOf({ typed: { name: 'A' }, rules, purpose })).toEqual([]);
    expect(placesOf({ typed: { status: '' }, rules, purpose })).toEqual([['status', 'refused']]);
  });
});
