import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { inspectSheet } from '#core/app/inspect/inspectSheet.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openDesk } from '../../../support/desk.ts';
import { checkSheet, openSheet } from '../../../support/sheets.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { packed, REL } from '../../../support/workbook.ts';
import type { Parts } from '../../../support/workbook.ts';

const HEAD = '<row><c t="inlineStr"><is><t>kod</t></is></c></row>';
const ONE = '<sheet name="A" r:id="r1"/>';
const LINK = `<Relationship Id="r1" Type="${REL}/worksheet" Target="worksheets/0.xml"/>`;
const STYLES = `<Relationship Id="s" Type="${REL}/styles" Target="styles.xml"/>`;

interface Described {
  readonly sheets?: string;
  readonly links?: string;
  readonly rows?: string;
  readonly more?: Parts;
}

function workbookOf({ sheets = ONE, links = LINK, rows = HEAD, more = {} }: Described) {
  return packed({
    'xl/workbook.xml': `<workbook xmlns:r="${REL}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links}</Relationships>`,
    'xl/worksheets/0.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}

const STRINGS = `<Relationship Id="t" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/>`;
const shared = (strings: string) =>
  workbookOf({
    links: LINK + STRINGS,
    more: { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` },
  });

const styled = (styles: string) =>
  workbookOf({
    links: LINK + STYLES,
    more: { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` },
  });

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => `<sheet name="S${at}" r:id="r1"/>`).join('');

/** Returns the result or the error of the work, and its processor time in seconds. */
async function timed<T>(work: () => Promise<T>) {
  const began = process.cpuUsage();
  const result = await work().catch((error: unknown) => error);
  const { user, system } = process.cpuUsage(began);
  return { result, seconds: (user + system) / 1e6 };
}

async function opened(bytes: Buffer) {
  const desk = await openDesk();
  return timed(() => openSheet(desk, 'fittings', 'a.xlsx', bytes));
}

describe('R12: a workbook that describes itself at great length', () => {
  it.each([
    ['1,001 worksheets', () => workbookOf({ sheets: named(1001) }), 'more than 1000 worksheets'],
    [
      '50,000 worksheets with a link each',
      () =>
        workbookOf({
          sheets: named(50_000),
          links: Array.from({ length: 50_000 }, (_, at) => LINK.replace('"r1"', `"r${at}"`)).join(),
        }),
      'more than 10000 links',
    ],
    [
      'a row inside a row',
      () => workbookOf({ rows: `${HEAD}<row r="2"><row r="3"></row></row>` }),
      'row 2 holds another row',
    ],
    [
      '200,000 cell formats',
      () => styled(`<cellXfs>${'<xf numFmtId="164"/>'.repeat(200_000)}</cellXfs>`),
      'more than 65536 cell formats',
    ],
    [
      '1,001 number formats',
      () =>
        styled(
          Array.from({ length: 1001 }, (_, at) => `<numFmt numFmtId="${at}" formatCode="0"/>`).join(
            '',
          ),
        ),
      'more than 1000 number formats',
    ],
    [
      'a list of styles of 70 MB',
      () => styled(`<dxf a="${'0123456789'.repeat(100)}"/>`.repeat(70_000)),
      'larger than 64 MB',
    ],
    [
      'one shared text in three parts of 900,000 letters',
      () => shared(`<si>${`<r><t>${'a'.repeat(900_000)}</t></r>`.repeat(3)}</si>`),
      'a shared text has more than 2000000 letters',
    ],
  ])('is refused soon: %s', async (_what, make, words) => {
    const { result, seconds } = await opened(await make());
    expect(result).toBeInstanceOf(AppError);
    expect(result).toMatchObject({ code: 'invalid', message: expect.stringContaining(words) });
    expect(seconds).toBeLessThan(5);
  });

  it.each([
    [
      '60,000 links to nothing among 4,000 parts',
      () =>
        workbookOf({
          links: LINK + '<Relationship Id="x" Type="y" Target="q"/>'.repeat(60_000),
          more: Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`e${at}`, ''])),
        }),
    ],
    [
      '65,536 cell formats of one long number format',
      () =>
        styled(
          `<numFmts><numFmt numFmtId="164" formatCode="${'&quot;a&quot;0'.repeat(60)}"/></numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(65_536)}</cellXfs>`,
        ),
    ],
  ])('is read soon: %s', async (_what, make) => {
    const { result, seconds } = await opened(await make());
    expect(result).toMatchObject({ worksheets: ['A'] });
    expect(seconds).toBeLessThan(5);
  });

  it('is read soon where 1,000 names lead to one part without values', async () => {
    const bytes = await workbookOf({ sheets: named(1000), rows: '<row/>'.repeat(100_000) });
    const { result, seconds } = await opened(bytes);
    expect(result).toMatchObject({ dialect: { worksheet: 'S0' } });
    expect(seconds).toBeLessThan(5);
  });

  it('is inspected soon where 1,000 names lead to one part', async () => {
    const file = path.join(tempFolder(), 'a.xlsx');
    fs.writeFileSync(file, await workbookOf({ sheets: named(1000), rows: HEAD.repeat(2000) }));
    const { result, seconds } = await timed(() => inspectSheet(systemDisk, file, 'a.xlsx'));
    const sheets = Array.from({ length: 1000 }, (_, at) => ({
      name: `S${at}`,
      hidden: false,
      rows: 2000,
    }));
    expect(result).toMatchObject({ figures: { sheets } });
    expect(seconds).toBeLessThan(5);
  });
});

describe('R12: a sheet of more rows than a spreadsheet has', () => {
  it.each([
    ['a.csv', `kod\n${'\n'.repeat(1_048_576)}`],
    ['a.json', `[${'{},'.repeat(1_048_576)}{"kod":"N-1"}]`],
  ])('is refused with the row: %s', async (name, sheet) => {
    const desk = await openDesk();
    const { result } = await timed(() => checkSheet(desk, 'fittings', name, sheet));
    expect(result).toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'row 1048577', expected: 'at most 1048576 rows' }] },
    });
  });
});
