import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, openSheet, rowsOf } from '../../../support/sheets.ts';
import { workbookOf } from '../../../support/workbook.ts';

const look = async (desk: TestWorkstation, name: string, bytes: string | Buffer) => {
  const { plan } = await checkSheet(desk, 'fittings', name, bytes);
  const rows = await rowsOf(desk, plan);
  return rows.map(({ row, outcome, changes, issues }) => ({
    row,
    outcome,
    changes: changes.map(({ field, after }) => `${field} ${String(after)}`),
    issues: issues.map(({ place, expected }) => `${place}: ${expected}`),
  }));
};

describe('a CSV file', () => {
  it('has a row a line, however its lines end', async () => {
    const desk = await openDesk();
    const text = 'kod;cena\r\nZAW-110;9\nZAW-155;15\rN-1;3';
    expect((await look(desk, 'a.csv', text)).map(({ row, changes }) => [row, changes])).toEqual([
      [2, ['price 9']],
      [3, ['price 15']],
      [4, []],
    ]);
  });

  it('says so where a row has more cells than there are columns', async () => {
    const desk = await openDesk();
    const text = 'kod,cena\nZAW-110,9,20\nZAW-155,"15,50",\n';
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', text);
    await desk.call('sheets.adjust', { sheet, dialect: { decimal: ',' } });
    const { plan } = await desk.call('sheets.check', { sheet });
    const rows = await rowsOf(desk, plan);
    expect(rows).toMatchObject([
      { outcome: 'error', changes: [], issues: [{ value: '20' }] },
      { outcome: 'changed', changes: [{ after: '15.50' }] },
    ]);
    // Saved and opened again as it is, it is still wrong.
    const { file } = await desk.call('changesets.rejects', { plan, to: `${desk.folder}/r.csv` });
    const { file: staged } = await desk.call('files.stage', { path: file });
    const again = await desk.call('sheets.open', { kind: 'fittings', file: staged });
    const { counts } = await desk.call('sheets.check', { sheet: again.sheet });
    expect(counts).toMatchObject({ error: 1, changed: 0 });
  });

  it('may have notes in columns without a name', async () => {
    const desk = await openDesk();
    const text = 'kod;cena;;\nZAW-110;9;note;other\n';
    expect(await look(desk, 'a.csv', text)).toMatchObject([{ outcome: 'changed', issues: [] }]);
  });

  it('may end in a letter of one byte', async () => {
    const desk = await openDesk();
    const text = Buffer.concat([Buffer.from('kod;nazwa\nZAW-110;Zawias bia'), Buffer.from([0xf3])]);
    expect(await look(desk, 'a.csv', text)).toMatchObject([{ changes: ['name Zawias biaó'] }]);
  });
});

describe('the layout of a sheet', () => {
  it('is that of its own names, in whatever letters they are', async () => {
    const desk = await openDesk();
    const first = await openSheet(desk, 'fittings', 'a.csv', 'Артикул;Ціна\nZAW-110;9\n');
    const columns = [
      { index: 0, field: 'kod' },
      { index: 1, field: 'price' },
    ];
    await desk.call('sheets.adjust', { sheet: first.sheet, columns });
    await desk.call('sheets.check', { sheet: first.sheet });
    const fieldsOf = async (text: string) =>
      (await openSheet(desk, 'fittings', 'b.csv', text)).columns.map(({ field }) => field);
    expect(await fieldsOf('Артикул;Ціна\nZAW-110;9\n')).toEqual(['kod', 'price']);
    expect(await fieldsOf('Назва;Кількість\nX;5\n')).toEqual([null, null]);
  });
});

describe('a cell of a workbook', () => {
  const sheet = (cell: string, head = 'cena', formats: Readonly<Record<string, string>> = {}) =>
    workbookOf(
      `<row r="1"><c t="inlineStr"><is><t>kod</t></is></c><c t="inlineStr"><is><t>${head}</t></is></c></row>
       <row r="2"><c t="inlineStr"><is><t>ZAW-110</t></is></c>${cell}</row>`,
      formats,
    );

  it.each([
    ['a formula that nobody worked out', '<c><f>8*2</f><v></v></c>', 'cena', {}],
    ['a time', '<c s="0"><v>0.0763888888888889</v></c>', 'cena', { 20: '' }],
    ['a time of its own form', '<c s="0"><v>0.0763888888888889</v></c>', 'cena', { 164: '[h]:mm' }],
    ['a day without its year', '<c s="0"><v>46023</v></c>', 'cena', { 164: 'd/m' }],
    ['a day in a name', '<c s="0"><v>46023</v></c>', 'nazwa', { 14: '' }],
    ['a percentage in a name', '<c s="0"><v>0.1</v></c>', 'nazwa', { 9: '' }],
  ])('is no value where it is %s', async (_, cell, head, formats) => {
    const desk = await openDesk();
    const [row] = await look(desk, 'a.xlsx', await sheet(cell, head, formats));
    expect(row).toMatchObject({ outcome: 'error', changes: [] });
    expect(row?.issues).toHaveLength(1);
    expect(row?.issues[0]).toMatch(/^(?:cena|nazwa): /);
  });

  it('empties nothing where its formula was not worked out', async () => {
    const desk = await openDesk();
    const bytes = await sheet('<c><f>A1</f></c>', 'nazwa');
    const { sheet: id } = await openSheet(desk, 'fittings', 'a.xlsx', bytes);
    await desk.call('sheets.adjust', { sheet: id, dialect: { empty: 'clear' } });
    expect(await desk.call('sheets.check', { sheet: id })).toMatchObject({ counts: { error: 1 } });
  });

  it.each([
    ['a formula that gave nothing', '<c t="str"><f>A1</f><v></v></c>', []],
    [
      'marked as it stands',
      '<c t="inlineStr"><is><t><![CDATA[9,20]]></t></is></c>',
      ['price 9.20'],
    ],
    ['a price with a unit in its form', '<c s="0"><v>9.2</v></c>', ['price 9.2']],
  ])('is read where it is %s', async (_, cell, changes) => {
    const desk = await openDesk();
    const bytes = await sheet(cell, 'cena', { 164: '0.00" zł/h"' });
    expect((await look(desk, 'a.xlsx', bytes))[0]?.changes ?? []).toEqual(changes);
  });
});
