import { expect } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { MATERIALS } from '#test/fixtures/sheets/catalogue.ts';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, goTo, rail } from './support/frame.ts';
import { find, grid } from './support/records.ts';
import { check, counts, linesOf, openSheet, saved } from './support/sheets.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/sheets/${name}`, import.meta.url));

// Made by scripts/make-sheets.ts: Cabinet's export, opened and saved by LibreOffice with Polish
// settings.
for (const name of ['materials-xlsx-windows-1250.csv', 'materials-csv.xlsx'])
  test(`accept 6: an export that an office saved as ${name} imports without a change`, async ({
    app: { page },
    service,
  }) => {
    for (const material of MATERIALS) service.state.insert('materials', material);
    await goTo(page, 'Materials');
    await page.keyboard.press('Control+r');
    await expect(rail(page)).toContainText('Materials168');
    await openSheet(page, 'Materials', fixture(name));
    await check(page);
    expect(await counts(page)).toEqual(['All 14', '0 changed', '14 unchanged']);
    await expect(page.getByRole('button', { name: 'No changes to save' })).toBeDisabled();
  });

test('the rows and columns in sight are written as a Polish spreadsheet reads them', async ({
  app: { page },
}) => {
  await find(page, 'Materials', 'Marmur Karelia');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('4 of 154');
  await expect(grid(page).getByRole('row')).toHaveCount(5);
  await page.keyboard.press('Control+Shift+e');
  const form = dialog(page, 'Export materials');
  await form.getByText('CSV', { exact: true }).click();
  await form.getByLabel('Separator', { exact: true }).selectOption(';');
  await form.getByLabel('Decimal separator').selectOption(',');
  await expectAccessible(page, 'export');
  const { name, file } = await saved(page, () =>
    form.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(name).toMatch(/^materials-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = linesOf(file);
  expect(lines[0]).toBe('SIFRA;name;price;DEB');
  expect(lines).toHaveLength(5);
  expect(lines.find((line) => line.startsWith('F3105-BK-12;'))).toMatch(/;308(,00?)?;/);
  await expect(dialog(page, 'Export materials')).toHaveCount(0);
});
