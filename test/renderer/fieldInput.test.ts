import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FieldInput } from '../../src/renderer/src/screens/records/panel/FieldInput.tsx';
import { fieldAt } from '../../src/renderer/src/sheets/model/fields.ts';

/** The input of the day of a product, with a text in it. */
function dayInput(text: string): string {
  const field = fieldAt('products', 'date');
  if (field === undefined) throw new Error('products have a date');
  const looks = { inLines: false, readOnly: false, required: false, invalid: false };
  const names = { id: 'id', path: 'date', label: 'Date', describedBy: 'note' };
  return renderToStaticMarkup(
    createElement(FieldInput, { field, text, ...looks, ...names, onText: () => {} }),
  );
}

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
