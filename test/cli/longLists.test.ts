import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { footOf, table } from '../../src/cli/output/table.ts';
import { issuesOf } from '../../src/cli/productDraft.ts';
import { openDesk } from '../support/desk.ts';
import { checkSheet } from '../support/sheets.ts';

describe('a list that is longer than one answer', () => {
  it('says how many there are where it is cut', () => {
    expect([footOf(2, 2), footOf(2, 9)]).toEqual(['', '\n\n2 of 9']);
  });

  it('names every wrong row of a sheet', async () => {
    const desk = await openDesk();
    const wrong = Array.from({ length: 10_001 }, (_, at) => `N-${at};Nowy;dwa`);
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'ceny.csv',
      ['kod;nazwa;cena', ...wrong].join('\n'),
    );
    expect(await issuesOf(desk.core, plan)).toHaveLength(wrong.length);
  });

  it.each(['日本語', 'e\u0301ab\u00ad', '👩‍👩‍👧ab', 'Łóżko', 'ab…', '中a'])(
    'stands in a table whose columns begin below one another: %s',
    (name) => {
      const rows = [{ cells: [name, 'x'] }, { cells: ['abcdefgh', 'y'] }];
      const [, first = '', second = ''] = table([{ title: '' }, { title: '' }], rows).split('\n');
      expect(stringWidth(first)).toBe(stringWidth(second));
    },
  );

  it('stands in a table, however many rows it has', () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => ({ cells: [`r${at}`] }));
    expect(table([{ title: 'record' }], rows).split('\n')).toHaveLength(rows.length + 1);
  });
});
