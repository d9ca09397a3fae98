import { MantineProvider } from '@mantine/core';
import type { TFunction } from 'i18next';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { CellEditor } from '../../../../src/renderer/src/screens/records/grid/CellEditor.tsx';
import type { Edit } from '../../../../src/renderer/src/screens/records/grid/edit.ts';
import { NO_DRAFT } from '../../../../src/renderer/src/fields/drafts/drafts.ts';
import { FieldRow } from '../../../../src/renderer/src/fields/FieldRow.tsx';
import { Form, FormText } from '../../../../src/renderer/src/fields/form.ts';
import type { FormContext } from '../../../../src/renderer/src/fields/form.ts';
import { MendForm } from '../../../../src/renderer/src/screens/outbox/decisions/MendForm.tsx';
import { mendInputs } from '../../../../src/renderer/src/screens/outbox/model/mend.ts';
import { fieldAt } from '../../../../src/renderer/src/fields/model/fields.ts';
import { withEnds } from '../../../../src/renderer/src/ui/lineBreaks.ts';
import { operation } from '../../fields/outboxSupport.ts';

const field = fieldAt('fittings', 'name');
if (field === undefined) throw new Error('fittings have a name');
const FIELD = field;
const nothing = () => {};
const t = ((key: string) => key) as TFunction;

function page(content: ReactNode): string {
  return renderToStaticMarkup(createElement(MantineProvider, null, content));
}

function nameInForm(value: string): string {
  const draft = { ...NO_DRAFT, kept: 'kept', restored: false, type: nothing };
  const form = {
    kind: 'fittings',
    resource: resourceOf('fittings'),
    purpose: 'update',
    leaving: false,
    record: { name: value },
    values: { name: value },
    operations: [],
    draft,
    outcome: { values: {}, faults: {}, changed: [] },
    strict: false,
    undo: null,
  } as unknown as FormContext;
  const row = createElement(FieldRow, { name: 'name', field: FIELD, quietLock: false });
  return page(createElement(Form, { value: form }, createElement(FormText, { value: t }, row)));
}

function nameInCell(text: string): string {
  const edit: Edit = {
    id: 'a',
    title: 'a',
    row: 0,
    name: 'name',
    field: FIELD,
    text,
    first: text,
    was: text,
    purpose: 'update',
    overwrites: false,
    fault: null,
    error: null,
    busy: false,
    base: Promise.resolve(undefined),
  };
  const actions = { type: nothing, keep: nothing, leave: nothing };
  return page(
    createElement(CellEditor, { kind: 'fittings', fields: {}, edit, numeric: false, actions }),
  );
}

function nameInMending(after: string): string {
  const refused = operation({ changes: [{ field: 'name', before: null, after }] });
  const inputs = mendInputs(refused, (value) => value);
  return page(
    createElement(MendForm, {
      operation: refused,
      inputs,
      typed: {},
      onType: nothing,
      onSend: nothing,
    }),
  );
}

describe('a name in two lines', () => {
  // A one-line input drops line breaks, and reports the joined words at the first typed letter.
  it.each([
    ['the form', nameInForm],
    ['its cell', nameInCell],
    ['a refused change', nameInMending],
  ])('keeps its line break in %s', (_place, draw) => {
    expect(draw('Hinge\nleft')).toMatch(/<textarea[^>]*>Hinge\nleft<\/textarea>/);
    expect(draw('Hinge left')).not.toContain('<textarea');
  });
});

describe('what a box of several lines gives back', () => {
  it('has the line ends that the text had', () => {
    expect(withEnds('one\ntwo\nthree', 'one\r\ntwo')).toBe('one\r\ntwo\r\nthree');
    expect(withEnds('one\ntwo', 'one\ntwo\nthree')).toBe('one\ntwo');
    expect(withEnds('one\ntwo', 'one')).toBe('one\ntwo');
  });

  it('is the same text where nothing was typed, whatever line ends are mixed in it', () => {
    expect(withEnds('one\ntwo\nthree', 'one\r\ntwo\rthree')).toBe('one\r\ntwo\rthree');
  });
});
