import type { TFunction } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readRecord } from '#contract/values.ts';
import { NO_DRAFT } from '../../../src/renderer/src/fields/drafts/drafts.ts';
import { FieldRow } from '../../../src/renderer/src/fields/FieldRow.tsx';
import { Form, FormText } from '../../../src/renderer/src/fields/form.ts';
import type { FormContext } from '../../../src/renderer/src/fields/form.ts';

const t = ((key: string) => key) as TFunction;
const resource = resourceOf('materials');

/** Returns whether the form marks an edited price as changed on the service since. */
function saysChanged(began: JsonObject, now: JsonObject): boolean {
  const field = resource.fields['price'];
  if (field === undefined) throw new Error('materials have a price');
  const draft = { ...NO_DRAFT, typed: { price: '20' }, base: began, kept: 'kept', restored: false };
  const form = {
    kind: 'materials',
    resource,
    purpose: 'update',
    leaving: false,
    record: now,
    values: readRecord(resource, now),
    operations: [],
    draft: { ...draft, type: () => {} },
    outcome: { values: {}, faults: {}, changed: [] },
    strict: false,
    undo: null,
  } as unknown as FormContext;
  const row = createElement(FieldRow, { name: 'price', field, quietLock: false });
  const page = createElement(Form, { value: form }, createElement(FormText, { value: t }, row));
  return renderToStaticMarkup(page).includes('records.changedSince');
}

it('a price is told as changed since typing began only where it was', () => {
  expect(saysChanged({ CIJENA: '12,50' }, { CIJENA: '12,50' })).toBe(false);
  expect(saysChanged({ CIJENA: '1 234,50' }, { CIJENA: '1 234,50' })).toBe(false);
  expect(saysChanged({ CIJENA: null, price: 12.5 }, { CIJENA: null, price: 12.5 })).toBe(false);
  expect(saysChanged({ CIJENA: '12,50' }, { CIJENA: '13,50' })).toBe(true);
});
