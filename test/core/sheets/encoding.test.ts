import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { openSheet } from '../../support/sheets.ts';

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
});
