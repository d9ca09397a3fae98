import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';
import { openFile, openSheet } from '../../../support/sheets.ts';

const csv = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

describe('an encoding', () => {
  const text = csv('kod;name', 'N-1;zażółć gęślą jaźń ŠŽČ');
  const wide = Buffer.from(text, 'utf16le');
  it.each<[string, Buffer, string]>([
    ['utf-8', Buffer.from(text), 'utf-8'],
    ['utf-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['utf-16le without a mark', wide, 'utf-16le'],
    ['utf-16be with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be'],
  ])('is found: %s', async (_, bytes, encoding) => {
    const desk = await openDesk();
    const sheet = await openSheet(desk, 'fittings', 'a.csv', bytes);
    expect(sheet.dialect).toMatchObject({ encoding, separator: ';' });
    expect(sheet.columns[1]?.samples).toEqual(['zażółć gęślą jaźń ŠŽČ']);
  });

  it('of one byte a letter is found and can be changed', async () => {
    const desk = await openDesk();
    const polish = Buffer.from(
      'kod;name\r\nN-1;\x8cruba \xb9\xe6\xea\xb3\xf1\xf3\x9c\x9f\xbf\r\n',
      'latin1',
    );
    const sheet = await openSheet(desk, 'fittings', 'a.csv', polish);
    expect(sheet.dialect.encoding).toBe('windows-1250');
    expect(sheet.columns[1]?.samples).toEqual(['Śruba ąćęłńóśźż']);
    const western = Buffer.from('kod;name\r\nN-1;Sm\xf8rrebr\xf8d p\xe5 fa\xe7ade\r\n', 'latin1');
    const other = await openSheet(desk, 'fittings', 'b.csv', western);
    expect(other.dialect.encoding).toBe('windows-1252');
    const changed = await desk.call('sheets.adjust', {
      sheet: sheet.sheet,
      dialect: { encoding: 'windows-1252' },
    });
    expect(changed.columns[1]?.samples).toEqual(['Œruba ¹æê³ñóœŸ¿']);
  });

  const fitting = (name: string) => Buffer.from(csv('kod;name', `N-1;${name}`), 'latin1');
  it.each([
    [
      'in the middle of a word',
      'Zawias H\xe4fele H\xe4fele P\xf3\xb3ka',
      'Zawias Häfele Häfele Półka',
    ],
    ['at its end', 'H\xe4fele, H\xe4fele z szaf\xb9', 'Häfele, Häfele z szafą'],
    ['at the end of the file', 'H\xe4fele: by\xb3', 'Häfele: był'],
  ])('is told by the letters that only one has: %s', async (_, name, read) => {
    const desk = await openDesk();
    const sheet = await openSheet(desk, 'fittings', 'a.csv', fitting(name).subarray(0, -2));
    expect(sheet.dialect.encoding).toBe('windows-1250');
    expect(sheet.columns[1]?.samples).toEqual([read]);
  });

  it.each([
    ['m\xb2', 'Fl\xe4che in m\xb2', 'Fläche in m²'],
    ['m\xb3', 'Gr\xf6\xdfe in cm\xb3', 'Größe in cm³'],
    ['\xbd', '\xbd Zoll', '½ Zoll'],
  ])('is told by a sign that is none of the other: %s', async (_, name, read) => {
    const desk = await openDesk();
    const sheet = await openSheet(desk, 'fittings', 'a.csv', fitting(name));
    expect(sheet.columns[1]?.samples).toEqual([read]);
  });

  it('of an export is found again, so that no letter changes', async () => {
    const names = ['Zawias Häfele', 'Prowadnica Häfele', 'Półka'];
    const fittings = names.map((name, at) => ({ kod: `F-${at}`, name, price: '1.50', images: [] }));
    const desk = await openDesk({ seed: { ...SEED, fittings } });
    const to = path.join(desk.folder, 'export.csv');
    const query = { kind: 'fittings' } as const;
    const as = {
      format: 'csv',
      separator: ';',
      decimal: ',',
      encoding: 'windows-1250',
      bom: true,
    } as const;
    await desk.call('sheets.export', { query, as, to });
    const { sheet } = await openFile(desk, 'fittings', to);
    const { counts } = await desk.call('sheets.check', { sheet });
    expect(counts).toMatchObject({ changed: 0, same: names.length });
  });
});
