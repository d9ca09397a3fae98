import type { TFunction } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { NO_LABELS, readStatusLabels } from '#contract/statusLabels.ts';
import { PLAIN_ENGLISH } from '#contract/valueText.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { FieldInput } from '../../../src/renderer/src/fields/FieldInput.tsx';
import { FormText } from '../../../src/renderer/src/fields/form.ts';
import { fieldAt } from '../../../src/renderer/src/fields/model/fields.ts';

const t = ((key: string) => key) as TFunction;

/** Renders the input of a field with a text and its original text. */
function inputOf(
  kind: Kind,
  path: string,
  text: string,
  original: string,
  more: { readonly style?: ValueStyle; readonly readOnly?: boolean } = {},
): string {
  const field = fieldAt(kind, path);
  if (field === undefined) throw new Error(`${kind} have a ${path}`);
  const looks = { inLines: false, readOnly: false, required: false, invalid: false };
  const names = { id: 'id', path, label: 'Label', describedBy: 'note' };
  const style = PLAIN_ENGLISH;
  const given = {
    field,
    text,
    original,
    style,
    known: null,
    ...looks,
    ...names,
    onText: () => {},
    ...more,
  };
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

describe('the choice of a status', () => {
  const style = {
    ...PLAIN_ENGLISH,
    labels: readStatusLabels('1 = active, 0 = inactive') ?? NO_LABELS,
  };

  it('names the labels, keeps a code without one, and offers another value', () => {
    const html = inputOf('fittings', 'status', '7', '7', { style });
    expect(html).toContain('<option value="7" selected="">7</option>');
    expect(html).toContain('<option value="1">common.coded</option>');
    expect(html).toContain('common.otherCode');
  });

  it('shows the label alone where the value is locked', () => {
    const html = inputOf('fittings', 'status', '1', '1', { style, readOnly: true });
    expect(html).toMatch(/<input[^>]*value="active"/);
  });

  it('is a text input for a profile without labels', () => {
    expect(inputOf('fittings', 'status', '1', '1')).toMatch(/<input[^>]*value="1"/);
  });
});
