import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { openSheet } from '../../../support/sheets.ts';

const SHEET = 'kod;A;B\nX-1;Name;1\n';
const PNG = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');

describe('adjustments of a sheet that follow each other quickly', () => {
  it('all count, and each answer holds those before it', async () => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', SHEET);
    const answers = await Promise.all([
      desk.call('sheets.adjust', { sheet, columns: [{ index: 1, field: 'name' }] }),
      desk.call('sheets.adjust', { sheet, dialect: { empty: 'clear' } }),
      desk.call('sheets.adjust', { sheet, columns: [{ index: 2, field: 'price' }] }),
    ]);
    const fields = answers.map(({ columns }) => columns.map(({ field }) => field));
    expect(fields).toEqual([
      ['kod', 'name', null],
      ['kod', 'name', null],
      ['kod', 'name', 'price'],
    ]);
    expect(answers.map(({ dialect }) => dialect.empty)).toEqual(['keep', 'clear', 'clear']);
  });

  it('go on behind one that is refused', async () => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', SHEET);
    const refused = desk.call('sheets.adjust', {
      sheet,
      columns: [{ index: 1, field: 'nothing' }],
    });
    const good = desk.call('sheets.adjust', { sheet, columns: [{ index: 1, field: 'name' }] });
    await expect(refused).rejects.toMatchObject({ code: 'invalid' });
    expect((await good).columns.map(({ field }) => field)).toEqual(['kod', 'name', null]);
  });
});

describe('files that are added to an open sheet', () => {
  it('leave it as it was read, what is only guessed among it, and join those before them', async () => {
    const desk = await openDesk();
    const given = async (name: string) => {
      const path = desk.file(`elsewhere/${name}`, Buffer.concat([PNG, Buffer.from(name)]));
      const { file } = await desk.call('files.stage', { path, kind: 'fittings' });
      return [{ name, file }];
    };
    const text = 'kod,A,images\nX-1,12,a.png|b.png\n';
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', text);
    const choosing = desk.call('sheets.adjust', { sheet, columns: [{ index: 1, field: 'name' }] });
    const chosen = desk.call('sheets.adjust', { sheet, beside: await given('a.png') });
    const before = await choosing;
    expect(await chosen).toEqual(before);
    expect(await desk.call('sheets.adjust', { sheet, beside: await given('b.png') })).toEqual(
      before,
    );
    expect((await desk.call('sheets.check', { sheet })).counts).toMatchObject({ new: 1, error: 0 });
    // Nothing told the mark of this sheet: another one with its columns is looked through for it.
    const next = await openSheet(desk, 'fittings', 'b.csv', 'kod,A,images\nX-2,12,\n');
    const price = { columns: [{ index: 1, field: 'price' }] };
    await desk.call('sheets.adjust', { sheet: next.sheet, ...price });
    const other = await openSheet(desk, 'fittings', 'c.csv', 'kod,A,images\nX-3,"1,234",\n');
    expect(await desk.call('sheets.adjust', { sheet: other.sheet, ...price })).toMatchObject({
      ambiguous: '1,234',
    });
  });
});
