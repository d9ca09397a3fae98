import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk } from '#test/support/desk.ts';
import { checkSheet, openFile } from '#test/support/sheets.ts';
import { csvText } from '#core/changesets/sheets/cellText.ts';
import { guard, guardTyped, unguard } from '#core/changesets/sheets/guard.ts';

describe('R6: a cell of a CSV file', () => {
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

  it.each([
    ["x,=cmd|'/c calc'!A0,y", "x,'=cmd|'/c calc'!A0,y"],
    ["x\t=cmd|'/c calc'!A0", "x\t'=cmd|'/c calc'!A0"],
    ['x; @SUM(A1);y', "x; '@SUM(A1);y"],
    ["x,+cmd|'/c calc'!A0", "x,'+cmd|'/c calc'!A0"],
    ['=1,=2', "'=1,'=2"],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['\u00a0\ufeff=1+1', "'\u00a0\ufeff=1+1"],
    ['x,\u200b=1', "x,\u200b'=1"],
    ['x|=1+1', "x|'=1+1"],
    ['x\n=HYPERLINK(1)', "x\n'=HYPERLINK(1)"],
    ['x\r\n@SUM(1)', "x\r\n'@SUM(1)"],
    ['x|-1|=HYPERLINK("http://a","b")', 'x|\'-1|\'=HYPERLINK("http://a","b")'],
    ['y;+1+\tSUM(A1)', "y;'+1+\tSUM(A1)"],
    ['y;+1+,SUM(A1)', "y;'+1+,SUM(A1)"],
    ['y,-1;|+2!', "y,'-1;|'+2!"],
  ])('is guarded at each place where another separator would begin a cell: %j', (text, safe) => {
    expect(guard(text)).toBe(safe);
    expect(csvText(null, text)).toBe(safe);
    expect(unguard(safe)).toBe(text);
  });

  it.each(['[1,-2,+3]', '{"a":-1,"b":[2,-3]}', 'Zawias, -5 mm', 'Zawias, -5 mm, lewy (x)', 'a;b'])(
    'keeps its numbers: %s',
    (text) => expect(guard(text)).toBe(text),
  );

  const signs = Array.from("'=+-@,;|!\t\r\n \u200b(a1");
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((each) => each.join(''));

  it.each([',', ';', '|', '\t'])('begins no formula where it is split at %j', (separator) => {
    fc.assert(
      fc.property(text, (each) => {
        for (const line of guard(each).split(/[\r\n]/))
          for (const cell of line.split(separator))
            expect(cell).not.toMatch(/^[ \u200b]*(?:[=@]|[+-].*[(!|])/u);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is read as it was, in either format', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(unguard(guard(each))).toBe(each);
        expect(unguard(guardTyped(each))).toBe(each);
      }),
      { numRuns: 5_000 },
    );
  });

  it('of a file that an earlier Cabinet wrote loses its apostrophe still', () => {
    const path = 'uploads/materials/f3105-marmur-bialy.png';
    expect(unguard(`'${path}`)).toBe(path);
    expect(unguard(guard(`'${path}`))).toBe(`'${path}`);
    expect(unguard("'=1,=2")).toBe('=1,=2');
    expect(unguard("x|'-1|=A1")).toBe('x|-1|=A1');
    expect(unguard("'=1;'=2;+1+,SUM(A1)")).toBe('=1;=2;+1+,SUM(A1)');
  });
});

it('R6: a heading and a rejected row begin no formula, and are found again', async () => {
  const desk = await openDesk();
  const head = "=cmd|'/c calc'!A0";
  const sheet = `kod;"${head}"\nNEW-1;"x,=1"\n`;
  const { plan } = await checkSheet(desk, 'fittings', 'a.csv', sheet);
  const to = path.join(desk.folder, 'rejects.csv');
  expect(await desk.call('changesets.rejects', { plan, to })).toMatchObject({ rows: 1 });
  const text = fs.readFileSync(to, 'utf8');
  expect(text).toContain(`;'${head};`);
  expect(text).toContain(";x,'=1;");
  const again = await openFile(desk, 'fittings', to);
  expect(again.columns.map(({ name }) => name)).toContain(head);
});
