import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { checkSheet, openSheet, rowsOf } from '../../../support/sheets.ts';
import { packed, REL } from '../../../support/workbook.ts';
import type { Parts } from '../../../support/workbook.ts';

const PKG = 'http://schemas.openxmlformats.org/package/2006/relationships';
const rels = (...links: readonly (readonly [string, string, string])[]) =>
  `<Relationships xmlns="${PKG}">${links
    .map(
      ([id, type, target]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const shared = (...texts: readonly string[]) =>
  `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
const book = (attributes = 'r:id="r1"', names = `xmlns:r="${REL}"`) =>
  `<workbook ${names}><sheets><sheet name="Ceny" sheetId="1" ${attributes}/></sheets></workbook>`;
const PRICES = shared('kod', 'price', 'ZAW-110', 'ZAW-155');
const SHEET = `<worksheet><sheetData>
  <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
  <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>11.5</v></c></row>
  <row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3"><v>12.5</v></c></row></sheetData></worksheet>`;
const USUAL: Parts = {
  '_rels/.rels': rels(['r1', 'officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': book(),
  'xl/_rels/workbook.xml.rels': rels(
    ['r1', 'worksheet', 'worksheets/sheet1.xml'],
    ['r2', 'sharedStrings', 'sharedStrings.xml'],
  ),
  'xl/worksheets/sheet1.xml': SHEET,
  'xl/sharedStrings.xml': PRICES,
};
const wide = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('the parts of a workbook', () => {
  it.each<[string, Parts]>([
    ['usual', USUAL],
    [
      'an id with another prefix',
      { ...USUAL, 'xl/workbook.xml': book('d3:id="r1"', `xmlns:d3="${REL}"`) },
    ],
    [
      'two ids, of which one is of another namespace',
      {
        ...USUAL,
        'xl/workbook.xml': book('x:id="9" r:id="r1"', `xmlns:x="urn:other" xmlns:r="${REL}"`),
      },
    ],
    [
      'names in another case',
      {
        ...without(USUAL, 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'),
        'xl/SharedStrings.xml': PRICES,
        'xl/Worksheets/Sheet1.XML': SHEET,
      },
    ],
    [
      'paths with dots, from the root and with backslashes',
      {
        ...USUAL,
        '_rels/.rels': rels(['r1', 'officeDocument', '/xl/workbook.xml']),
        'xl/_rels/workbook.xml.rels': rels(
          ['r1', 'worksheet', './worksheets/../worksheets\\sheet1.xml'],
          ['r2', 'sharedStrings', '../xl/sharedStrings.xml'],
        ),
      },
    ],
    [
      'another folder, found by the relationships alone',
      {
        '_rels/.rels': rels(['r1', 'officeDocument', 'dane/ksiazka.xml']),
        'dane/ksiazka.xml': book(),
        'dane/_rels/ksiazka.xml.rels': rels(
          ['r1', 'worksheet', 'arkusz%201.xml'],
          ['r2', 'sharedStrings', '../teksty.xml'],
        ),
        'dane/arkusz 1.xml': SHEET,
        'teksty.xml': PRICES,
      },
    ],
    [
      'UTF-16, little end first',
      {
        ...USUAL,
        'xl/sharedStrings.xml': wide(PRICES, 'le'),
        'xl/worksheets/sheet1.xml': wide(SHEET, 'le'),
      },
    ],
    [
      'UTF-16, big end first',
      {
        ...USUAL,
        'xl/workbook.xml': wide(book(), 'be'),
        'xl/worksheets/sheet1.xml': wide(SHEET, 'be'),
      },
    ],
    [
      'a part that names another encoding',
      {
        ...USUAL,
        'xl/sharedStrings.xml': Buffer.from(
          `<?xml version="1.0" encoding="iso-8859-2"?>${PRICES}`,
          'latin1',
        ),
      },
    ],
    [
      'names that begin with a slash',
      Object.fromEntries(Object.entries(USUAL).map(([name, part]) => [`/${name}`, part])),
    ],
  ])('are found: %s', async (_, parts) => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'ceny.xlsx', await packed(parts));
    expect((await rowsOf(desk, plan)).map(({ key, changes }) => [key, changes[0]?.after])).toEqual([
      ['ZAW-110', '11.5'],
      ['ZAW-155', '12.5'],
    ]);
  });

  it('with texts that are missing are refused, named', async () => {
    const desk = await openDesk();
    const bytes = await packed(without(USUAL, 'xl/sharedStrings.xml'));
    await expect(openSheet(desk, 'fittings', 'ceny.xlsx', bytes)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('the part with those texts is missing'),
    });
  });
});

describe('a cell with a shared text', () => {
  const withRow = (cell: string) => ({
    ...USUAL,
    'xl/sharedStrings.xml': shared('kod', 'name', 'ZAW-110', '', 'Zawias nowy'),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="2"><c r="A2" t="s"><v>2</v></c>${cell}</row></sheetData></worksheet>`,
  });

  it.each([
    '<c r="B2" t="s"/>',
    '<c r="B2" t="s"><v/></c>',
    '<c r="B2" t="s"><v></v></c>',
    '<c r="B2" t="s"><v> </v></c>',
    '<c r="B2" t="s"><v>3</v></c>',
    '<c r="B2" t="inlineStr"><is/></c>',
    '<c r="B2" t="inlineStr"/>',
    '<c r="B2" t="str"><v></v></c>',
    '<c r="B2" t="b"><v></v></c>',
  ])('is blank and changes nothing: %s', async (cell) => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'a.xlsx', await packed(withRow(cell)));
    expect(await rowsOf(desk, plan)).toMatchObject([{ key: 'ZAW-110', outcome: 'same' }]);
  });

  it.each(['99', '-1', 'abc', '1.5'])(
    'that the workbook does not hold is an error: %s',
    async (at) => {
      const desk = await openDesk();
      const bytes = await packed(withRow(`<c r="B2" t="s"><v>${at}</v></c>`));
      const { plan } = await checkSheet(desk, 'fittings', 'a.xlsx', bytes);
      expect(await rowsOf(desk, plan)).toMatchObject([
        {
          outcome: 'error',
          issues: [
            {
              place: 'name',
              value: at,
              expected: 'text: the workbook does not hold the text with this number',
            },
          ],
        },
      ]);
    },
  );

  it.each([
    '<c r="B2" t="s"><v>4</v></c>',
    '<c r="B2" t="inlineStr"><is><r><t>Zawias </t></r><r><t>nowy</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
  ])('is read: %s', async (cell) => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'a.xlsx', await packed(withRow(cell)));
    expect((await rowsOf(desk, plan))[0]?.changes).toMatchObject([{ after: 'Zawias nowy' }]);
  });
});

function without(parts: Parts, ...names: readonly string[]): Parts {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !names.includes(name)));
}
