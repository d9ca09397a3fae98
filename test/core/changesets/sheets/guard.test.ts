import { describe, expect, it } from 'vitest';
import { guard, unguard } from '#core/changesets/sheets/guard.ts';

describe('a cell of a CSV file', () => {
  it.each([
    'uploads/materials/f3105-marmur-bialy.png',
    'uploads/fittings/1-mar-2/a.obj',
    'marmur 5',
    'Maja 18 mm szara',
    'H-5-lis',
    'Junior 12',
    'dec-1-b.jpg',
  ])('that no spreadsheet would change stays as it is: %s', (text) => {
    expect(guard(text)).toBe(text);
  });

  it.each([
    '5-mar',
    '5 mar 2026',
    'mar-5',
    '12/gru',
    '1 stycznia',
    'May 5, 2026',
    '5.maj',
    '2026-mar-5',
    '1-2',
    '00417',
    '=A1',
    '5,90123E+12',
    'true',
  ])('that a spreadsheet would turn into something else is guarded: %s', (text) => {
    expect(guard(text)).toBe(`'${text}`);
    expect(unguard(guard(text))).toBe(text);
  });

  it('of a file that an earlier Cabinet wrote loses its apostrophe still', () => {
    const path = 'uploads/materials/f3105-marmur-bialy.png';
    expect(unguard(`'${path}`)).toBe(path);
    expect(unguard(guard(`'${path}`))).toBe(`'${path}`);
  });
});
