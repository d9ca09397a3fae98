import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { clipboardRows } from '#core/changesets/sheets/csv.ts';
import { LAST_ROW } from '#core/changesets/sheets/lastRow.ts';
import { jsonRecords } from '#core/changesets/sheets/jsonSheet.ts';
import { timed } from '../../../support/processorTime.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { openDesk } from '../../../support/desk.ts';
import { checkSheet, openSheet, rowsOf } from '../../../support/sheets.ts';

const invalid = (place: string, value: string, expected: string) => ({
  code: 'invalid',
  details: { issues: [{ place, value, expected }] },
});

describe('R12: a sheet of rows that hold nothing', () => {
  it('is read soon as CSV, and its last row keeps its number', async () => {
    const desk = await openDesk();
    const text = `kod;name\nA;b${'\n'.repeat(100_000)}Z;last\n`;
    const { result, seconds } = await timed(() => checkSheet(desk, 'fittings', 'a.csv', text));
    expect((await rowsOf(desk, result.plan)).map(({ row, key }) => [row, key])).toEqual([
      [2, 'A'],
      [100_002, 'Z'],
    ]);
    expect(seconds).toBeLessThan(8);
  });

  it('is read in small batches as JSON', async () => {
    const folder = tempFolder();
    const wide = Object.fromEntries(Array.from({ length: 990 }, (_, at) => [`c${at}`, 1]));
    const records = [
      { ...wide, kod: 'A', name: 'b' },
      ...Array.from({ length: 20_000 }, () => ({})),
    ];
    const file = path.join(folder, 'a.json');
    fs.writeFileSync(file, JSON.stringify(records));
    const sizes: number[] = [];
    for await (const batch of jsonRecords(fs, file, fs.statSync(file).size))
      sizes.push(batch.records.length);
    expect(Math.max(...sizes)).toBe(200);
    expect(sizes.reduce((sum, each) => sum + each)).toBe(20_001);
  });

  it('is refused with a row of more cells than a spreadsheet has', async () => {
    const desk = await openDesk();
    const text = `kod;name\nA;b\n${';'.repeat(16_384)}\n`;
    await expect(openSheet(desk, 'fittings', 'a.csv', text)).rejects.toMatchObject(
      invalid('row 3', '16385', 'at most 16384 columns'),
    );
  });
});

describe('R12: copied lines', () => {
  it('of another width than the first are read soon', async () => {
    const text = `A\tB${'\n'.repeat(90_000)}C`;
    const { result, seconds } = await timed(() => clipboardRows(text));
    expect(result).toHaveLength(90_001);
    expect(seconds).toBeLessThan(4);
    expect(Error.stackTraceLimit).toBeGreaterThan(0);
  });

  it.each(['\n', '\r', '\r\n'])('are as many as a worksheet has rows, with the end %j', (end) => {
    expect(() => clipboardRows(`A${end.repeat(LAST_ROW)}B`)).toThrow(String(LAST_ROW + 1));
  });
});
