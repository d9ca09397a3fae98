import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { openSheet, rowsOf } from '../../../support/sheets.ts';
import { workbook } from '../../../support/workbook.ts';

const HEAD = ['kod', 'name', 'price'];
const ONE = { name: 'Cennik', rows: [HEAD, ['ZAW-110', 'Zawias 110°', '9']] };

const rowsLike = (count: number) => [
  HEAD,
  ...Array.from({ length: count }, (_, at) => [`N-${at}`, 'Nowy', '1']),
];

/** Returns the error that the call was rejected with, or null. */
async function refusal(work: Promise<unknown>) {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return thrown as { code: string; message: string } | null;
}

describe('a workbook', () => {
  it('is read from the worksheet that was chosen', async () => {
    const desk = await openDesk();
    const bytes = await workbook([
      { name: 'Opis', rows: [['Cennik na rok 2026'], ['Firma']] },
      { name: 'Zawiasy &amp; prowadnice', rows: [['Stan na'], HEAD, ['ZAW-155', 'X', '15']] },
    ]);
    const opened = await openSheet(desk, 'fittings', 'cennik.xlsx', bytes);
    expect(opened).toMatchObject({
      worksheets: ['Opis', 'Zawiasy & prowadnice'],
      dialect: { worksheet: 'Opis', headerRow: 1 },
    });
    expect(opened.issues).not.toEqual([]);
    const { sheet } = opened;
    const dialect = { worksheet: 'Zawiasy & prowadnice', headerRow: 2 };
    const chosen = await desk.call('sheets.adjust', { sheet, dialect });
    expect(chosen.columns.map(({ field }) => field)).toEqual(HEAD);
    const { plan } = await desk.call('sheets.check', { sheet });
    expect(await rowsOf(desk, plan)).toMatchObject([
      { row: 3, key: 'ZAW-155', outcome: 'changed' },
    ]);
    const missing = { worksheet: 'Inny' };
    await expect(desk.call('sheets.adjust', { sheet, dialect: missing })).rejects.toMatchObject({
      details: { issues: [{ place: 'worksheet', expected: 'one of Opis, Zawiasy & prowadnice' }] },
    });
  });

  it('that would unpack to far more than a spreadsheet holds is refused before it is unpacked', async () => {
    const desk = await openDesk();
    const bomb = { 'xl/sharedStrings.xml': Buffer.alloc(64 * 1024 * 1024, ' ') };
    const bytes = await workbook([ONE], bomb);
    expect(bytes.length).toBeLessThan(200_000);
    expect(await refusal(openSheet(desk, 'fittings', 'bomba.xlsx', bytes))).toMatchObject({
      code: 'invalid',
      message:
        'This is not a valid XLSX workbook: it would unpack to far more than a spreadsheet holds.',
    });
    expect(leftovers(desk.folder)).toEqual([]);
  });

  it('that understates what it unpacks to is refused where it goes on', async () => {
    const desk = await openDesk();
    const bytes = await workbook([{ name: 'A', rows: rowsLike(5_000) }]);
    const lying = withSize(bytes, 'xl/worksheets/0.xml', 2_000);
    const error = await refusal(openSheet(desk, 'fittings', 'klamie.xlsx', lying));
    expect(error).toMatchObject({ code: 'invalid' });
    expect(error?.message).toMatch(/^This is not a valid XLSX workbook: .*bytes/);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['with bytes changed in a part', (bytes) => withNoise(bytes, 'xl/worksheets/0.xml')],
    ['that is another ZIP file', () => Buffer.from('UEsDBAoAAAAAAA==', 'base64')],
  ])('%s is refused in a sentence', async (_, spoil) => {
    const desk = await openDesk();
    const bytes = spoil(await workbook([{ name: 'A', rows: rowsLike(2_000) }]));
    const error = await refusal(openSheet(desk, 'fittings', 'zly.xlsx', bytes));
    expect(error).toMatchObject({ code: 'invalid' });
    expect(error?.message).toMatch(/^This is not a valid XLSX workbook: /);
    expect(leftovers(desk.folder)).toEqual([]);
  });

  it('names what an older or another office saved', async () => {
    const desk = await openDesk();
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await refusal(openSheet(desk, 'fittings', 'stary.xls', old))).toMatchObject({
      message: expect.stringContaining('a sheet saved as XLSX, CSV or JSON'),
    });
  });
});

/** Files of plans that nobody closes any more. */
function leftovers(folder: string): string[] {
  const plans = path.join(folder, 'data/profiles/default/plans');
  return fs.existsSync(plans) ? fs.readdirSync(plans) : [];
}

/** The ZIP file with another unpacked size in its list of parts. */
function withSize(bytes: Buffer, name: string, size: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE(size, changed.lastIndexOf(name) - 46 + 24);
  return changed;
}

/** The ZIP file with noise in the packed bytes of a part. */
function withNoise(bytes: Buffer, name: string): Buffer {
  const changed = Buffer.from(bytes);
  const start = changed.indexOf(name) + name.length;
  changed.fill(0xff, start + 20, start + 60);
  return changed;
}
