import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { openDesk } from '../../../support/desk.ts';
import { checkSheet, openSheet } from '../../../support/sheets.ts';
import { workbook, workbookOf } from '../../../support/workbook.ts';

const HEAD =
  '<row><c t="inlineStr"><is><t>kod</t></is></c><c t="inlineStr"><is><t>name</t></is></c></row>';
const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof AppError) return thrown;
  throw new Error('it was not refused', { cause: thrown });
}

/**
 * Returns text that compresses less than a zip bomb.
 *
 * Only reading the text shows how large it is.
 */
function bulk(megabytes: number): string {
  const line = Array.from({ length: 40 }, (_, at) => `${at}x${(at * 7919) % 997}`).join('-');
  let all = '';
  for (let at = 0; all.length < 64_000; at += 1) all += `${(at * 104_729) % 99_991}${line}`;
  return all.repeat(Math.ceil((megabytes * 1024 * 1024) / all.length));
}

describe('R12: a workbook with one enormous part', () => {
  const LONG = bulk(32);
  it.each([
    ['a text', `${HEAD}<row>${text(LONG)}</row>`],
    ['an attribute', `${HEAD}<row x="${LONG}"><c/></row>`],
    ['a comment', `${HEAD}<!--${LONG}--><row><c/></row>`],
    ['a section of characters', `${HEAD}<row><c><v><![CDATA[${LONG}]]></v></c></row>`],
  ])('is refused soon and in little memory: %s of 32 MB', async (_what, rows) => {
    const desk = await openDesk();
    const bytes = await workbookOf(rows);
    const [began, before] = [process.cpuUsage(), process.memoryUsage.rss()];
    const refused = await refusalOf(checkSheet(desk, 'fittings', 'a.xlsx', bytes));
    const { user, system } = process.cpuUsage(began);
    expect(refused).toMatchObject({ code: 'invalid' });
    expect(refused.message).toContain('larger than 2 MB');
    expect((user + system) / 1e6).toBeLessThan(2);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('is refused where its elements stand in one another a million times', async () => {
    const desk = await openDesk();
    const bytes = await workbookOf(`${HEAD}<row>${'<c>'.repeat(1_000_000)}`);
    const refused = await refusalOf(checkSheet(desk, 'fittings', 'a.xlsx', bytes));
    expect(refused).toMatchObject({ code: 'invalid' });
    expect(refused.message).toContain('levels deep');
  });

  it('is refused where every cell names the same long text', async () => {
    const desk = await openDesk();
    const cell = '<c t="s"><v>0</v></c>';
    const bytes = await workbook([{ name: 'A', rows: [] }], {
      'xl/worksheets/0.xml': Buffer.from(
        `<worksheet><sheetData>${HEAD}<row>${cell.repeat(900)}</row></sheetData></worksheet>`,
      ),
      'xl/sharedStrings.xml': Buffer.from(`<sst><si><t>${'x'.repeat(900_000)}</t></si></sst>`),
    });
    const refused = await refusalOf(checkSheet(desk, 'fittings', 'a.xlsx', bytes));
    expect(refused.details.issues).toMatchObject([{ place: 'row 2' }]);
  });
});

describe('R12: a row number of a workbook', () => {
  it.each(['12345678901234567890', '0', '-1', '1', '1.5', 'x', '1048577', '1e3', ''])(
    'that cannot be is refused with its place: %s',
    async (number) => {
      const desk = await openDesk();
      const bytes = await workbookOf(`${HEAD}<row r="${number}">${text('N-1')}${text('A')}</row>`);
      const refused = await refusalOf(checkSheet(desk, 'fittings', 'a.xlsx', bytes));
      expect(refused).toMatchObject({
        code: 'invalid',
        details: {
          issues: [
            {
              place: 'row after 1',
              value: JSON.stringify(number),
              expected: 'a row number from 2 to 1048576',
            },
          ],
        },
      });
    },
  );

  it('that leaves rows out is kept', async () => {
    const desk = await openDesk();
    const bytes = await workbookOf(`${HEAD}<row r="1048576">${text('N-1')}${text('A')}</row>`);
    expect(await checkSheet(desk, 'fittings', 'a.xlsx', bytes)).toMatchObject({
      counts: { new: 1 },
    });
  });
});

describe('R12: a JSON sheet', () => {
  it.each([65, 20_000, 1_000_000])('%i levels deep is refused with its place', async (levels) => {
    const desk = await openDesk();
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const sheet = `[{"kod":"N-1","name":"A"},{"kod":"N-2","name":${deep}}]`;
    const refused = await refusalOf(openSheet(desk, 'fittings', 'a.json', sheet));
    expect(refused).toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'row 2', expected: 'at most 64 levels' }] },
    });
  });

  it('with a value of 50 MB is refused with its place', async () => {
    const desk = await openDesk();
    const sheet = `[{"kod":"N-1","name":"A"},{"kod":"${'x'.repeat(50_000_000)}"}]`;
    const refused = await refusalOf(checkSheet(desk, 'fittings', 'a.json', sheet));
    expect(refused.details.issues).toMatchObject([
      { place: 'row 2', expected: 'a record of at most 8\u00a0MB' },
    ]);
  });
});
