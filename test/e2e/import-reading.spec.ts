import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { workbook } from '#test/support/workbook.ts';
import { goTo } from './support/frame.ts';
import { grid } from './support/records.ts';
import { check, openSheet, changesetRow } from './support/sheets.ts';

test('a file that is no sheet is told to be none', async ({ app: { page } }) => {
  await goTo(page, 'Fittings');
  await page.getByRole('button', { name: 'Import: Fittings' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file…' }).click();
  const buffer = Buffer.from('PK');
  await (await choosing).setFiles({ name: 'cennik.ods', mimeType: 'application/zip', buffer });
  const dropped = page.getByRole('alert').filter({ hasText: 'cennik.ods' });
  await expect(dropped).toContainText('a sheet saved as XLSX, CSV or JSON');
});

test('any character may part the cells', async ({ app: { page } }) => {
  await goTo(page, 'Materials');
  await expect(grid(page)).toBeVisible();
  const text = 'SIFRA^name^price\n00417^Dąb^12,50';
  await openSheet(page, 'Materials', { name: 'daszek.csv', text });
  await page.getByLabel('Separator', { exact: true }).selectOption({ label: 'Another character…' });
  await page.getByLabel('Separator character').fill('^');
  await expect(page.getByLabel('Field for price')).toHaveValue('price');
  const table = await check(page);
  await expect(changesetRow(table, '00417')).toContainText('12.50');
});

test('the worksheet that was chosen is the one that is read', async ({ app: { page } }) => {
  await goTo(page, 'Materials');
  await expect(grid(page)).toBeVisible();
  const bytes = await workbook([
    { name: 'Zdjęcie główne', rows: [['Cennik 2026']] },
    {
      name: 'Płyty',
      rows: [
        ['SIFRA', 'name', 'price'],
        ['00417', 'Dąb', '12,50'],
      ],
    },
  ]);
  await openSheet(page, 'Materials', { name: 'cennik.xlsx', bytes });
  await expect(page.getByRole('alert')).toContainText('Not ready yet');
  await page.getByLabel('Worksheet').selectOption('Płyty');
  await expect(page.getByLabel('Field for price')).toHaveValue('price');
  const table = await check(page);
  await expect(changesetRow(table, '00417')).toContainText('12.50');
});
