import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';
import { openFile, openSheet, rowsOf } from '../../../support/sheets.ts';
import { MATERIALS } from '../../../fixtures/sheets/catalogue.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/sheets');
const desk = () => openDesk({ seed: { ...SEED, materials: MATERIALS } });

// Made by scripts/make-sheets.ts: our export, opened and saved by LibreOffice with Polish settings.
describe.each([
  'materials-csv-windows-1250.csv',
  'materials-csv.xlsx',
  'materials-xlsx-windows-1250.csv',
  'materials-xlsx.xlsx',
])('an export saved by LibreOffice as %s', (name) => {
  it('imports without a change', async () => {
    const at = await desk();
    const { sheet, dialect } = await openFile(at, 'materials', path.join(FIXTURES, name));
    if (name.endsWith('.csv'))
      expect(dialect).toMatchObject({ encoding: 'windows-1250', separator: ';', decimal: ',' });
    const { plan, counts } = await at.call('sheets.check', { sheet });
    const off = (await rowsOf(at, plan)).filter(({ outcome }) => outcome !== 'same');
    expect(off).toEqual([]);
    expect(counts).toMatchObject({ same: MATERIALS.length, partly: 0 });
  });
});

describe('a price changed in LibreOffice', () => {
  it('is the one change that the import shows', async () => {
    const at = await desk();
    const bytes = fs.readFileSync(path.join(FIXTURES, 'materials-csv-windows-1250.csv'), 'latin1');
    const changed = Buffer.from(bytes.replace('12,5', '13,75'), 'latin1');
    const { sheet } = await openSheet(at, 'materials', 'ceny.csv', changed);
    const { plan, counts } = await at.call('sheets.check', { sheet });
    expect(counts).toMatchObject({ changed: 1, same: MATERIALS.length - 1 });
    const { rows } = await at.call('changesets.rows', {
      plan,
      outcomes: ['changed'],
      offset: 0,
      limit: 5,
    });
    expect(rows[0]).toMatchObject({
      key: '00417',
      title: 'Dąb sonoma żółty',
      changes: [{ field: 'price', after: '13.75' }],
    });
  });
});
