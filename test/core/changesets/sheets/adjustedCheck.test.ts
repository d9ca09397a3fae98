import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { openSheet, rowsOf } from '../../../support/sheets.ts';

const SHEET = 'kod;name;price\nZAW-110;Inny;9.50\n';

it('a sheet is looked through as a change of how it is read leaves it, however quickly that follows', async () => {
  const desk = await openDesk();
  const { sheet } = await openSheet(desk, 'fittings', 'a.csv', SHEET);
  const adjusted = desk.call('sheets.adjust', { sheet, columns: [{ index: 1, field: null }] });
  const { plan } = await desk.call('sheets.check', { sheet });
  expect((await adjusted).columns[1]).toMatchObject({ field: null });
  expect((await rowsOf(desk, plan))[0]?.changes).toMatchObject([{ field: 'price' }]);
});
