import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { checkSheet, openSheet, rowsOf } from '../../../support/sheets.ts';
import { packed, workbook, workbookOf } from '../../../support/workbook.ts';
import type { Parts } from '../../../support/workbook.ts';

const HEAD = ['kod', 'name', 'price'];
const cellsOf = (cells: readonly string[]) =>
  cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
const rowXml = (attributes: string, ...cells: readonly string[]) =>
  `<row ${attributes}>${cellsOf(cells)}</row>`;

describe('a worksheet', () => {
  it.each(['hidden', 'veryHidden'])('that is %s is not taken for the first one', async (state) => {
    const desk = await openDesk();
    const bytes = await workbook([
      { name: '_cfg', rows: [HEAD, ['ZAW-110', 'X', '1']], state },
      { name: 'Puste', rows: [] },
      { name: 'Ceny', rows: [HEAD, ['ZAW-110', 'Y', '2']] },
    ]);
    const sheet = await openSheet(desk, 'fittings', 'ceny.xlsx', bytes);
    expect(sheet).toMatchObject({
      worksheets: ['_cfg', 'Puste', 'Ceny'],
      hiddenWorksheets: ['_cfg'],
      dialect: { worksheet: 'Ceny' },
    });
    const dialect = { worksheet: '_cfg' };
    const chosen = await desk.call('sheets.adjust', { sheet: sheet.sheet, dialect });
    expect(chosen.columns[1]?.samples).toEqual(['X']);
  });

  it.each([
    ['hidden="1"', ''],
    ['hidden="true"', ''],
    ['ht="0" customHeight="1"', ''],
    ['ht=".0"', ''],
    ['ht=" 0"', ''],
    ['ht="+0"', ''],
    ['ht="&#48;"', ''],
    ['ht = "0"', ''],
    ["\tht\n=\n'0e9'", ''],
    ['', '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>'],
  ])('leaves out rows that it does not show, and says how many: %s %s', async (how, format) => {
    const desk = await openDesk();
    const shown = format === '' ? '' : 'ht="15"';
    const rows = [
      rowXml(`r="1" ${shown}`, 'kod', 'price'),
      rowXml(`r="2" ${shown}`, 'ZAW-110', '11.5'),
      rowXml(`r="3" ${how}`, 'ZAW-155', '12.5'),
      `<row r="4" ${how}/>`,
    ];
    const xml = `<worksheet>${format}<sheetData>${rows.join('')}</sheetData></worksheet>`;
    const bytes = await workbook([{ name: 'A', rows: [] }], {
      'xl/worksheets/0.xml': Buffer.from(xml),
    });
    const { sheet, hiddenRows, columns } = await openSheet(desk, 'fittings', 'a.xlsx', bytes);
    expect(hiddenRows).toBe(1);
    expect(columns[0]?.samples).toEqual(['ZAW-110']);
    const { plan } = await desk.call('sheets.check', { sheet });
    expect((await rowsOf(desk, plan)).map(({ key }) => key)).toEqual(['ZAW-110']);
    await desk.call('changesets.close', { plan });
    await desk.call('sheets.adjust', { sheet, dialect: { hiddenRows: 'take' } });
    const all = await desk.call('sheets.check', { sheet });
    expect((await rowsOf(desk, all.plan)).map(({ key }) => key)).toEqual(['ZAW-110', 'ZAW-155']);
  });
});

it('R6: a row with an empty height is shown, and imported', async () => {
  const desk = await openDesk();
  const rows = [rowXml('r="1"', 'kod', 'price'), rowXml('r="2" ht=""', 'ZAW-110', '11.5')];
  const bytes = await workbookOf(rows.join(''));
  const { sheet, hiddenRows } = await openSheet(desk, 'fittings', 'a.xlsx', bytes);
  expect(hiddenRows).toBe(0);
  const { plan } = await desk.call('sheets.check', { sheet });
  expect((await rowsOf(desk, plan)).map(({ key }) => key)).toEqual(['ZAW-110']);
});

it.each(['c2', 'Z-2', '2', '', 'A', 'A9', '$D$2', 'AAAA2'])(
  'R6: a cell at the place "%s" of the second row is refused, and replaces no other cell',
  async (place) => {
    const desk = await openDesk();
    const cell = `<c r="${place}"><v>7</v></c>`;
    const row = `<row r="2">${cellsOf(['Z-2', 'Nowy', '1'])}${cell}</row>`;
    const bytes = await workbookOf(rowXml('r="1"', ...HEAD) + row);
    await expect(openSheet(desk, 'fittings', 'a.xlsx', bytes)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('row 2 holds a cell at the place'),
    });
  },
);

it('R6: rows without numbers are read by the places of their cells', async () => {
  const desk = await openDesk();
  const cells = (row: number, ...texts: readonly string[]) =>
    texts.map((text, at) => `<c r="${'ABC'[at]}${row}" t="str"><v>${text}</v></c>`).join('');
  const rows = [cells(1, ...HEAD), cells(5, 'ZAW-110', 'Zawias', '9')];
  const bytes = await workbookOf(rows.map((each) => `<row>${each}</row>`).join(''));
  const { sheet } = await openSheet(desk, 'fittings', 'a.xlsx', bytes);
  const { plan } = await desk.call('sheets.check', { sheet });
  expect((await rowsOf(desk, plan)).map(({ key }) => key)).toEqual(['ZAW-110']);
});

describe('the row with the names of the columns', () => {
  const data = ['ZAW-110', 'Zawias', '9'];
  it.each<[string, readonly (readonly string[])[], number]>([
    ['in the first row', [HEAD, data], 1],
    [
      'below a title and a date',
      [['CENNIK OKUĆ'], ['ważny od 01.09.2025'], [], ['Kod', 'Nazwa', 'Cena'], data],
      4,
    ],
    ['below blank rows', [[], [], HEAD, data], 3],
    ['below a table of addresses', [['Firma', 'Okucia sp. z o.o.'], ['NIP', '123'], HEAD, data], 3],
    ['with names that no field has', [['Cennik'], [], ['Indeks', 'Opis', 'Netto'], data], 3],
    [
      'first, where no later row names more',
      [
        ['kod', 'Netto'],
        ['nazwa', '1'],
      ],
      1,
    ],
  ])('is found %s', async (_, rows, headerRow) => {
    const desk = await openDesk();
    const bytes = await workbook([{ name: 'A', rows }]);
    const sheet = await openSheet(desk, 'fittings', 'a.xlsx', bytes);
    expect(sheet.dialect.headerRow).toBe(headerRow);
    const csv = rows.map((cells) => cells.join(';')).join('\r\n');
    const text = await openSheet(desk, 'fittings', 'a.csv', csv);
    expect(text.dialect.headerRow).toBe(headerRow);
  });

  it('that a person chose stays', async () => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', 'Cennik\r\n\r\nkod;cena\r\nA;1');
    const at = async (dialect: { headerRow?: number; encoding?: 'cp852' }) =>
      (await desk.call('sheets.adjust', { sheet, dialect })).dialect.headerRow;
    expect(await at({ headerRow: 1 })).toBe(1);
    expect(await at({ encoding: 'cp852' })).toBe(1);
  });
});

describe('a number in the format of a code', () => {
  it.each([
    ['"PL-"0000', '417', 'PL-0417'],
    ['\\P\\L\\-0000', '417', 'PL-0417'],
    ['"PL-"General', '417', 'PL-417'],
    ['00000', '417', '00417'],
    ['000\\-000', '12345', '012-345'],
    ['00-000', '1234', '01-234'],
    ['0000"/A"', '417', '0417/A'],
    ['"A"0;"B"0', '-7', 'B7'],
    ['"A-"000;;', '7', 'A-007'],
    ['[$-415]"K-"000', '5', 'K-005'],
    ['General', '417', '417'],
    ['0', '417', '417'],
    ['#,##0', '1417', '1417'],
    ['0" mm"', '18', '18'],
    ['#,##0.00 "zł"', '12.5', '12.5'],
    ['0.00', '5.5', '5.5'],
  ])('is read as it is shown: %s', async (format, stored, shown) => {
    const desk = await openDesk();
    const rows = `<row r="1">${cellsOf(['kod', 'name', 'price'])}</row>
      <row r="2"><c r="A2" s="1"><v>${stored}</v></c><c r="B2" t="inlineStr"><is><t>Nowy</t></is></c>
      <c r="C2" s="1"><v>${stored}</v></c></row>`;
    const bytes = await workbookOf(rows, { 0: 'General', 200: format });
    const { plan } = await checkSheet(desk, 'fittings', 'a.xlsx', bytes);
    const [row] = await rowsOf(desk, plan);
    const values = Object.fromEntries(row?.changes.map(({ field, after }) => [field, after]) ?? []);
    expect(values).toMatchObject({ kod: shown, price: stored });
  });

  it('is read as it is shown where the cell holds a text', async () => {
    const desk = await openDesk();
    const rows = `<row r="1">${cellsOf(['kod', 'name'])}</row>
      <row r="2"><c r="A2" s="1" t="inlineStr"><is><t>0417</t></is></c><c r="B2" t="inlineStr"><is><t>N</t></is></c></row>`;
    const bytes = await workbookOf(rows, { 0: 'General', 200: '0;0;0;"PL-"@' });
    const { plan } = await checkSheet(desk, 'fittings', 'a.xlsx', bytes);
    expect((await rowsOf(desk, plan))[0]?.key).toBe('PL-0417');
  });
});

describe('a cell of a text field', () => {
  const issueOf = async (name: string) => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', `kod;name\r\nN-1;${name}`);
    return (await rowsOf(desk, plan))[0]?.issues[0]?.expected ?? null;
  };

  it.each(
    `#N/D! #ADR! #N/A #REF! #DZIEL/0! #NAZWA? #ARG! #LICZBA! #ZERO! #DIV/0! #VALUE! #NAME? #NUM!
    #NULL! #SPILL! #GETTING_DATA #NV #BEZUG! #WERT! Err:510 Błąd:502 Fehler:508 ######## ##`.split(
      /\s+/,
    ),
  )('that shows an error is refused: %s', async (word) => {
    expect(await issueOf(word)).toBe('a value: the spreadsheet shows an error');
  });

  it('that could not be read is not told to be missing as well', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', 'kod;name\r\nN-1;#N/D!');
    const [row] = await rowsOf(desk, plan);
    expect(row?.issues.filter(({ place }) => place === 'name')).toHaveLength(1);
  });

  it.each(['#1', '#AABBCC', 'Kolor #12', 'Error', 'Err 510 mm', '# 5'])(
    'that is no error is taken: %s',
    async (word) => expect(await issueOf(word)).toBeNull(),
  );

  it.each(['5,90123E+12', '5.90123E+12', '1E+15', '-2,5e+07', '1,2E-05'])(
    'with a shortened number is refused: %s',
    async (text) => expect(await issueOf(text)).toContain('the spreadsheet shortened this number'),
  );

  it.each(['1E5', '5901234567890', 'E+12', '12E+10', '2E10-A'])(
    'that only looks like one is taken: %s',
    async (text) => expect(await issueOf(text)).toBeNull(),
  );
});

describe('a file that is no sheet', () => {
  const ods: Parts = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': '<a/>',
  };
  const ole = (name: string) => {
    const bytes = Buffer.alloc(2_048);
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
    bytes.write(`${name}\0`, 1_024, 'utf16le');
    return bytes;
  };
  const html = '<html><body><table><tr><td>kod</td></tr></table></body></html>';

  it.each<[string, () => Promise<Buffer> | Buffer | string, string]>([
    ['a.xlsx', () => ole('EncryptedPackage'), 'protected by a password'],
    ['b.xlsx', () => ole(''), 'protected by a password'],
    ['a.xls', () => ole('Workbook'), 'an older Excel workbook (XLS)'],
    ['c.xlsx', () => ole('Workbook'), 'an older Excel workbook (XLS)'],
    ['lista.ods', () => packed(ods), 'an OpenDocument spreadsheet (ODS)'],
    ['lista.xlsx', () => packed(ods), 'an OpenDocument spreadsheet (ODS)'],
    ['lista.xlsb', () => packed({ 'xl/workbook.bin': 'x' }), 'a binary Excel workbook (XLSB)'],
    ['lista.numbers', () => packed({ 'Index/Document.iwa': 'x' }), 'a Numbers document'],
    ['cennik.zip', () => packed({ 'cennik.csv': 'kod;price' }), 'an archive'],
    ['opis.docx', () => packed({ 'word/document.xml': '<a/>' }), 'a Word document'],
    ['html.xls', () => html, 'a web page'],
    ['html.csv', () => `\ufeff<!-- x -->\n<!DOCTYPE html>${html}`, 'a web page'],
    ['wide.xls', () => Buffer.from(`\ufeff${html}`, 'utf16le'), 'a web page'],
    [
      'tabela.xls',
      () => '<meta charset="utf-8"><table><tr><td>kod</td></tr></table>',
      'a web page',
    ],
    [
      'xml2003.xls',
      () =>
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'an XML spreadsheet',
    ],
    ['a.csv', () => '%PDF-1.7 x', 'a PDF document'],
    ['b.csv', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'an image'],
    ['c.csv', () => Buffer.from(Array.from({ length: 500 }, (_, at) => at % 7)), 'not a text file'],
  ])('is named: %s', async (name, bytes, what) => {
    const desk = await openDesk();
    await expect(openSheet(desk, 'fittings', name, await bytes())).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(what),
    });
  });

  it.each(['a<b;c\r\n1;2', '<5 mm;b\r\n1;2', '\u0000kod'.slice(1)])(
    'is not a list like %j',
    async (text) => {
      const desk = await openDesk();
      await expect(openSheet(desk, 'fittings', 'a.csv', text)).resolves.toBeDefined();
    },
  );
});
