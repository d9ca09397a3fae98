import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { csvRows } from '#core/changesets/sheets/csv.ts';
import { jsonRecords } from '#core/changesets/sheets/jsonSheet.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, openSheet, rowsOf } from '../../../support/sheets.ts';
import { workbook, workbookOf } from '../../../support/workbook.ts';

const HEAD =
  '<row><c t="inlineStr"><is><t>kod</t></is></c><c t="inlineStr"><is><t>name</t></is></c></row>';
/** A cell with the first shared text. */
const SHARED = '<c t="s"><v>0</v></c>';
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

/** Returns rows so far apart that few are read at once. */
function spaced(count: number, row: string): string {
  const between = bulk(8);
  const starts = Array.from({ length: count }, (_, at) => at * 10_000);
  return starts.map((at) => `<row spans="${between.slice(at, at + 8_000)}">${row}`).join('');
}

describe('R12: a cell with very many files', () => {
  it('is refused before any of them is looked for', async () => {
    const desk = await openDesk();
    const names = 'a|'.repeat(300_000);
    const began = process.cpuUsage();
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', `kod;name;images\nA;B;${names}`);
    const { user, system } = process.cpuUsage(began);
    const [row] = await rowsOf(desk, plan);
    expect(row?.issues).toMatchObject([
      { place: 'images', expected: 'at most 1000 files in a cell' },
    ]);
    expect((user + system) / 1e6).toBeLessThan(4);
  });

  it('is refused in a JSON sheet too', async () => {
    const desk = await openDesk();
    const images = Array.from({ length: 1001 }, () => 'a.png');
    const sheet = JSON.stringify([{ kod: 'A', name: 'B', images }]);
    const { plan } = await checkSheet(desk, 'fittings', 'a.json', sheet);
    const [row] = await rowsOf(desk, plan);
    expect(row?.issues[0]?.expected).toBe('at most 1000 files in a cell');
  });
});

async function lookAt(desk: TestWorkstation, bytes: string) {
  const { sheet, columns } = await openSheet(desk, 'fittings', 'a.csv', bytes);
  const { plan } = await desk.call('sheets.check', { sheet });
  return { plan, samples: columns.flatMap(({ samples }) => samples) };
}

describe('R12: rows of many megabytes', () => {
  it('are read a few at a time from CSV', async () => {
    const desk = await openDesk();
    const file = desk.file('a.csv', `kod\n${`${'x'.repeat(900_000)}\n`.repeat(12)}`);
    const dialect = { encoding: 'utf-8', separator: ';' } as const;
    const sizes: number[] = [];
    for await (const { rows } of csvRows(systemDisk.files, file, 1, dialect))
      sizes.push(rows.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
  });

  it('are shown with cut texts and queued whole', async () => {
    const desk = await openDesk();
    const long = 'x'.repeat(900_000);
    const { samples, plan } = await lookAt(
      desk,
      `kod;name;description;price\nA;B;${long};1\nC;D;y;${long}`,
    );
    expect(Math.max(...samples.map(({ length }) => length))).toBe(1000);
    const rows = await rowsOf(desk, plan);
    expect(JSON.stringify(rows).length).toBeLessThan(100_000);
    expect(rows[1]?.issues[0]?.value).toHaveLength(10_000);
    await desk.call('changesets.queue', { plan });
    const { record } = await desk.call('records.get', { kind: 'fittings', ref: 'A' });
    expect(record['description']).toBe(long);
  });

  it('are read a few at a time from JSON', async () => {
    const desk = await openDesk();
    const record = JSON.stringify({ kod: 'x'.repeat(2_000_000) });
    const file = desk.file('a.json', `[${Array.from({ length: 6 }, () => record).join(',')}]`);
    const sizes: number[] = [];
    for await (const { records } of jsonRecords(systemDisk.files, file, 1))
      sizes.push(records.length);
    expect(Math.max(...sizes)).toBe(1);
  });
});

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

  it.each([
    ['cell', `<row>${SHARED.repeat(900)}</row>`, 'row 2'],
    ['row', spaced(300, `<c/><c/>${SHARED}</row>`), 'row 286'],
  ])('is refused where every %s names the same long text', async (_, rows, place) => {
    const desk = await openDesk();
    const bytes = await workbook([{ name: 'A', rows: [] }], {
      'xl/worksheets/0.xml': Buffer.from(
        `<worksheet><sheetData>${HEAD}${rows}</sheetData></worksheet>`,
      ),
      'xl/sharedStrings.xml': Buffer.from(`<sst><si><t>${'x'.repeat(900_000)}</t></si></sst>`),
    });
    const refused = await refusalOf(checkSheet(desk, 'fittings', 'a.xlsx', bytes));
    expect(refused.details.issues).toMatchObject([{ place }]);
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
      { place: 'row 2', expected: 'a record of at most 2\u00a0MB' },
    ]);
  });
});
