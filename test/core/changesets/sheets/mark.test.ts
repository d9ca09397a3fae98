import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNumber } from '#contract/numbers.ts';
import { MarkFinder } from '#core/changesets/sheets/numbers.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, openSheet, rowsOf } from '../../../support/sheets.ts';

const tabs = (...rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.join('\t')).join('\n');
const HEAD = ['kod', 'name', 'cena'];
const rowOf = (price: string, at = 0) => [`N-${at}`, `Nowy ${at}`, price];

async function pricesOf(desk: TestWorkstation, plan: string) {
  const rows = await rowsOf(desk, plan);
  return rows.map(
    ({ changes, issues }) =>
      changes.find(({ field }) => field === 'price')?.after ?? issues[0]?.expected,
  );
}

describe('the mark of a column', () => {
  it.each<[readonly string[], string | null]>([
    [['12,50'], ','],
    [['12.5', '1,234'], '.'],
    [['1.234,50'], ','],
    [['1,234,567'], '.'],
    [['1 234,567'], ','],
    [['0,125'], ','],
    [['1234.567'], '.'],
    [['-0,500'], ','],
    [['1,234', '5,678'], null],
    [['12', '1 200'], null],
    [['12.03.2026', '1.2.3', 'H-1,5', ''], null],
    [['1,5', '1.5'], null],
  ])('in %j is %s', (texts, mark) => {
    const finder = new MarkFinder();
    for (const text of texts) finder.add(text);
    expect(finder.found).toBe(mark);
  });

  it('is told by one number far down in the column', async () => {
    const desk = await openDesk();
    const unclear = Array.from({ length: 3_000 }, (_, at) => rowOf('1,234', at));
    const text = tabs(HEAD, ...unclear, rowOf('12,5', 3_000));
    const sheet = await openSheet(desk, 'fittings', 'a.tsv', text);
    expect(sheet).toMatchObject({ dialect: { separator: '\t', decimal: ',' }, ambiguous: null });
    const { plan } = await desk.call('sheets.check', { sheet: sheet.sheet });
    expect((await pricesOf(desk, plan))[0]).toBe('1.234');
  });

  it('is told by one number far below whole ones', async () => {
    const desk = await openDesk();
    const whole = Array.from({ length: 300 }, (_, at) => rowOf(String(at + 1), at));
    const text = tabs(HEAD, ...whole, rowOf('1.234', 300), rowOf('12,50', 301));
    const { sheet, dialect } = await openSheet(desk, 'fittings', 'a.tsv', text);
    expect(dialect.decimal).toBe(',');
    const { plan } = await desk.call('sheets.check', { sheet });
    expect((await pricesOf(desk, plan)).slice(-2)).toEqual([
      'a number such as 12.50: here a dot or comma could separate thousands',
      '12.50',
    ]);
  });

  it('is told by a part of a nested field, and by a column that a person says is a price', async () => {
    const desk = await openDesk();
    const part = tabs(['kod', 'stock_limits.small', 'cena'], ['ZAW-110', '1,25', '1,234']);
    expect(await openSheet(desk, 'fittings', 'a.tsv', part)).toMatchObject({
      dialect: { decimal: ',' },
      ambiguous: null,
    });
    const text = tabs(['kod', 'netto'], ['ZAW-110', '12,50'], ['ZAW-155', '1,234']);
    const { sheet, dialect } = await openSheet(desk, 'fittings', 'b.tsv', text);
    expect(dialect.decimal).toBe('.');
    const columns = [{ index: 1, field: 'price' }];
    expect(await desk.call('sheets.adjust', { sheet, columns })).toMatchObject({
      dialect: { decimal: ',' },
    });
  });

  it.each<[',' | '.', readonly unknown[]]>([
    [',', ['1.234', '12.500']],
    ['.', Array(2).fill('a number such as 12.50: here a dot or comma could separate thousands')],
  ])(
    'that nothing tells is the habit %s, said to be a guess, and never read silently',
    async (habit, expected) => {
      const desk = await openDesk();
      const text = tabs(HEAD, rowOf('1,234'), rowOf('12,500', 1));
      const { file } = await desk.call('files.stage', { path: desk.file('a.tsv', text) });
      const opened = await desk.call('sheets.open', { kind: 'fittings', file, habit });
      expect(opened).toMatchObject({ dialect: { decimal: habit }, ambiguous: '1,234' });
      const { plan } = await desk.call('sheets.check', { sheet: opened.sheet });
      expect(await pricesOf(desk, plan)).toEqual(expected);
    },
  );

  it('that a person chose stays through other changes and is known the next time', async () => {
    const desk = await openDesk();
    const text = tabs(HEAD, rowOf('1,234'));
    const { sheet } = await openSheet(desk, 'fittings', 'a.tsv', text);
    await desk.call('sheets.adjust', { sheet, dialect: { decimal: ',' } });
    const changed = await desk.call('sheets.adjust', {
      sheet,
      dialect: { encoding: 'windows-1250' },
      columns: [{ index: 1, field: null }],
    });
    expect(changed).toMatchObject({ dialect: { decimal: ',' }, ambiguous: null });
    const again = await desk.call('sheets.adjust', { sheet, dialect: { headerRow: 1 } });
    expect(again.columns[1]).toMatchObject({ field: null, by: 'person' });
    await desk.call('sheets.check', { sheet });
    expect(await openSheet(desk, 'fittings', 'b.tsv', text)).toMatchObject({
      dialect: { decimal: ',' },
      ambiguous: null,
    });
  });

  it('that nothing told is not known the next time, nor with the rows that were left', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'a.tsv', tabs(HEAD, ['N-1', '', '5']));
    await desk.call('changesets.rejects', { plan, to: path.join(desk.folder, 'rejects.csv') });
    for (const head of [HEAD, [...HEAD, 'Reason / Powód']]) {
      const text = tabs(head, rowOf('1.234'));
      expect(await openSheet(desk, 'fittings', 'b.tsv', text)).toMatchObject({
        ambiguous: '1.234',
      });
    }
  });

  it('stays known when a sheet of JSON with the same names is looked through', async () => {
    const desk = await openDesk();
    await checkSheet(desk, 'fittings', 'a.tsv', tabs(HEAD, rowOf('12,50')));
    const records = [{ kod: 'N-1', name: 'Nowy', cena: 12.5 }];
    await checkSheet(desk, 'fittings', 'a.json', JSON.stringify(records));
    const again = await openSheet(desk, 'fittings', 'b.tsv', tabs(HEAD, rowOf('1.234')));
    expect(again).toMatchObject({ dialect: { decimal: ',' }, ambiguous: null });
  });

  it('of a pasted block is found among its numbers alone, and said', async () => {
    const desk = await openDesk();
    const { rows } = await desk.call('records.list', { kind: 'fittings', limit: 2 });
    const paste = (text: string, habit?: ',' | '.') =>
      desk.call('paste.plan', {
        kind: 'fittings',
        ids: rows.map(({ id }) => id),
        fields: ['name', 'price'],
        text,
        habit,
      });
    const told = await paste('1,5\t1,234\n2,5\t12.5\n', ',');
    expect(told.label.params['decimal']).toBe('.');
    const guessed = await paste('A\t1,234\nB\t2,345\n', ',');
    expect(guessed.label.params['decimal']).toBe(',');
    expect(await pricesOf(desk, guessed.plan)).toEqual(['1.234', '2.345']);
  });
});

describe('a number', () => {
  it.each<[string, ',' | '.', string]>([
    ['1.234,50', ',', '1234.50'],
    ['-12.345.678,9', ',', '-12345678.9'],
    ['1,234.50', '.', '1234.50'],
    ['0,125', '.', '0.125'],
  ])('%s with the mark %s is %s', (text, mark, decimal) => {
    expect(readNumber(text, mark)).toEqual({ decimal });
  });

  it.each<[string, ',' | '.']>([
    ['1,234.50', ','],
    ['1.234,50', '.'],
    ['1.23,50', ','],
    ['1.234.567', ','],
  ])('%s with the mark %s is none', (text, mark) => {
    expect(readNumber(text, mark)).toHaveProperty('fault');
  });
});
