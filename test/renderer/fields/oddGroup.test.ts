import type { TFunction } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readRecord } from '#contract/values.ts';
import { NO_DRAFT } from '../../../src/renderer/src/fields/drafts/drafts.ts';
import { FieldRow } from '../../../src/renderer/src/fields/FieldRow.tsx';
import { Form, FormText } from '../../../src/renderer/src/fields/form.ts';
import type { FormContext } from '../../../src/renderer/src/fields/form.ts';

const t = ((key: string) => key) as TFunction;
const resource = resourceOf('fittings');

/** Renders the dimensions of a fitting as its form does. */
function drawn(wymiary: Json): string {
  const field = resource.fields['wymiary'];
  if (field === undefined) throw new Error('fittings have dimensions');
  const record = { name: 'Hinge', wymiary };
  const form = {
    kind: 'fittings',
    resource,
    purpose: 'update',
    leaving: false,
    record,
    values: readRecord(resource, record),
    operations: [],
    draft: { ...NO_DRAFT, kept: 'kept', restored: false, type: () => {} },
    outcome: { values: {}, faults: {}, changed: [] },
    strict: false,
    undo: null,
    askToTry: null,
  } as unknown as FormContext;
  const row = createElement(FieldRow, { name: 'wymiary', field, quietLock: false });
  return renderToStaticMarkup(
    createElement(Form, { value: form }, createElement(FormText, { value: t }, row)),
  );
}

it.each<[Json, string]>([
  ['10 × 20 × 30', '10 × 20 × 30'],
  [[10, 20, 30], '[10,20,30]'],
  [{ x: '1', y: '2', z: '3', unit: 'mm' }, '{&quot;unit&quot;:&quot;mm&quot;}'],
])('what no part of a field has room for is in sight: %j', (value, shown) => {
  expect(drawn(value)).toContain(shown);
});

it('a field whose parts show all of it has nothing beside them', () => {
  expect(drawn({ x: '1', y: '2', z: '3' })).not.toContain('field-rest');
  expect(drawn(null)).not.toContain('field-rest');
  expect(drawn('')).not.toContain('field-rest');
});
