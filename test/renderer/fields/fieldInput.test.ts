import type { TFunction } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { FieldInput } from '../../../src/renderer/src/fields/FieldInput.tsx';
import { FormText } from '../../../src/renderer/src/fields/form.ts';
import { fieldAt } from '../../../src/renderer/src/fields/model/fields.ts';

const t = ((key: string) => key) as TFunction;

/** Renders the input of a field with a text and its original text. */
function inputOf(kind: Kind, path: string, text: string, original: string): string {
  const field = fieldAt(kind, path);
  if (field === undefined) throw new Error(`${kind} have a ${path}`);
  const looks = { inLines: false, readOnly: false, required: false, invalid: false };
  const names = { id: 'id', path, label: 'Label', describedBy: 'note' };
  const given = { field, text, original, ...looks, ...names, onText: () => {} };
  return renderToStaticMarkup(
    createElement(FormText, { value: t }, createElement(FieldInput, given)),
  );
}

const dayInput = (text: string) => inputOf('products', 'date', text, text);

describe('the input of a day', () => {
  it.each(['5.11.2026', '2026-02-31', '2026-11-05T10:00:00Z'])(
    'shows a text that is none, which a calendar would hide: %s',
    (text) => {
      expect(dayInput(text)).toMatch(/ type="text"/);
      expect(dayInput(text)).toContain(`value="${text}"`);
    },
  );

  it('is a calendar for a day, and for none yet', () => {
    expect(dayInput('2026-11-05')).toMatch(/ type="date"/);
    expect(dayInput('')).toMatch(/ type="date"/);
  });
});

describe('the choice of yes or no', () => {
  const optionsOf = (text: string, original: string) =>
    [...inputOf('edge-bands', 'isActive', text, original).matchAll(/value="([^"]*)"/g)].map(
      ([, value]) => value,
    );

  it('can be taken back where neither stood', () => {
    expect(optionsOf('', '')).toEqual(['', 'true', 'false']);
    expect(optionsOf('true', '')).toEqual(['', 'true', 'false']);
    expect(optionsOf('false', 'perhaps')).toEqual(['perhaps', 'true', 'false']);
  });

  it('offers nothing else where one of them stood', () => {
    expect(optionsOf('false', 'true')).toEqual(['true', 'false']);
  });
});
