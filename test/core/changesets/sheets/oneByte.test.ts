import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENCODINGS } from '#contract/changesets/sheet.ts';
import type { Encoding } from '#contract/changesets/sheet.ts';
import { tableOf } from '#core/changesets/sheets/letters.ts';
import { encoder, detectEncoding } from '#core/changesets/sheets/encoding.ts';
import { openDesk } from '../../../support/desk.ts';
import { openSheet } from '../../../support/sheets.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const POLISH = [
  'kod;name;producent',
  'A-1;Śruba łącząca, średnio-gięta ćwierć żółć;Zakład Ślusarski',
  'A-2;Zawias puszkowy Häfele 45°, powłoka cynkowa;Gwóźdź i spółka',
];
const CROATIAN = ['kod;name', 'A-1;Šarka za kuhinjske ormariće, žuta', 'A-2;Drška čelična đubre'];
const CENTRAL = ['windows-1250', 'iso-8859-2', 'cp852', 'mac-ce'] as const;

async function detected(lines: readonly string[], encoding: Encoding): Promise<Encoding> {
  const file = path.join(tempFolder(), 'a.csv');
  fs.writeFileSync(file, encoder(encoding)(lines.join('\r\n')));
  return detectEncoding(fs, file);
}

describe('an encoding of one byte a letter', () => {
  it.each(CENTRAL)('is recognised for Polish: %s', async (encoding) => {
    expect(await detected(POLISH, encoding)).toBe(encoding);
  });

  it.each(CENTRAL)('is recognised for Croatian: %s', async (encoding) => {
    // The Mac's alphabet has no đ.
    const lines = CROATIAN.map((line) => line.replaceAll('đ', 'č'));
    expect(await detected(lines, encoding)).toBe(encoding);
  });

  it.each(CENTRAL)('is recognised where capitals are used alone: %s', async (encoding) => {
    const capitals = POLISH.map((line) => line.toUpperCase());
    expect(await detected(capitals, encoding)).toBe(encoding);
  });

  it('is recognised for French and for Danish', async () => {
    const french = ['kod;name', 'A-1;Charnière à clé, crème brûlée', 'A-2;Poignée de façade'];
    const danish = ['kod;name', 'A-1;Håndtag rødt træ, Ø 35', 'A-2;Låge grå'];
    expect(await detected(french, 'windows-1252')).toBe('windows-1252');
    expect(await detected(danish, 'windows-1252')).toBe('windows-1252');
  });

  it.each(['cp852', 'mac-ce'] as const)('has another letter for each byte: %s', (encoding) => {
    const table = tableOf(encoding);
    expect(new Set(table).size).toBe(256);
    const text = 'ĄĆĘŁŃÓŚŹŻ ąćęłńóśźż ČĐŠŽ'.replaceAll('Đ', encoding === 'mac-ce' ? '' : 'Đ');
    const bytes = encoder(encoding)(text);
    expect(Array.from(bytes, (byte) => table[byte]).join('')).toBe(text);
  });

  it('is read with its own letters when a person chooses it', async () => {
    const desk = await openDesk();
    const bytes = encoder('cp852')('kod;name\r\nA-1;Półka');
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', bytes);
    for (const encoding of ENCODINGS.filter((each) => !each.startsWith('utf'))) {
      const read = await desk.call('sheets.adjust', { sheet, dialect: { encoding } });
      expect(read.columns[1]?.samples[0] === 'Półka').toBe(encoding === 'cp852');
    }
  });
});
