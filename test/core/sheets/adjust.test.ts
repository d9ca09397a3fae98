import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { openSheet } from '../../support/sheets.ts';

const SHEET = 'kod;A;B\nX-1;Name;1\n';

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
