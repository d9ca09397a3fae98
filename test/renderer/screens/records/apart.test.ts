import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Queued } from '../../../../src/renderer/src/screens/records/grid/Cell.tsx';
import { revealInvisible } from '../../../../src/renderer/src/fields/values/revealInvisible.ts';
import { changeLines } from '../../../../src/renderer/src/fields/values/values.ts';
import { PLAIN_WORDS } from '../../fields/outboxSupport.ts';

describe('two values that look alike', () => {
  it.each([
    ['Hinge', 'Hinge ', 'Hinge', 'Hinge␣'],
    ['A  1', 'A 1', 'A␣␣1', 'A 1'],
    ['A\u00a01', 'A 1', 'A⟨U+00A0⟩1', 'A 1'],
    ['one two', 'one\ntwo', 'one two', 'one↵two'],
    ['one\r\ntwo', 'one\ntwo', 'one␍↵two', 'one↵two'],
    ['Z\u200bAW', 'ZAW', 'Z⟨U+200B⟩AW', 'ZAW'],
    ['Łącznik e\u0301', 'Łącznik é', 'Łącznik e◌\u0301', 'Łącznik é'],
  ])('are shown with what makes them two: %j, %j', (a, b, first, second) => {
    expect(revealInvisible(a, b)).toEqual([first, second]);
    expect(revealInvisible(b, a)).toEqual([second, first]);
  });

  it('are shown so in every change', () => {
    const reading = { kind: 'fittings', words: PLAIN_WORDS, fileName: () => undefined } as const;
    const change = { field: 'name', before: 'Hinge', after: 'Hinge ' };
    expect(changeLines(reading, change)).toMatchObject([{ before: 'Hinge', after: 'Hinge␣' }]);
    const cell = createElement(Queued, { before: 'Hinge', after: 'Hinge ' });
    expect(renderToStaticMarkup(cell)).toContain('<ins>Hinge␣</ins>');
  });
});

it('a value of blanks alone is not shown as none', () => {
  expect(revealInvisible(null, '  ')).toEqual([null, '␣␣']);
  expect(revealInvisible('\u200b', 'Hinge')).toEqual(['⟨U+200B⟩', 'Hinge']);
});

it('values that anybody can tell apart are as they are', () => {
  expect(revealInvisible('Hinge ', 'Hinge 2')).toEqual(['Hinge ', 'Hinge 2']);
  expect(revealInvisible('12.50', '12.50')).toEqual(['12.50', '12.50']);
  expect(revealInvisible(null, 'Hinge')).toEqual([null, 'Hinge']);
  expect(revealInvisible('ABC', 'abc')).toEqual(['ABC', 'abc']);
});
