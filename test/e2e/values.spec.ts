import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo, rail } from './support/frame.ts';
import { chooseLanguage } from './support/looks.ts';
import { cellOf, find } from './support/records.ts';
import { held } from './support/service.ts';

const CODE = 'ZAW-095-FE';

test('statuses have the labels of the profile and prices its currency, and the server gets codes', async ({
  app: { page },
  service,
}) => {
  await goTo(page, 'Settings');
  const labels = page.getByLabel('Status labels');
  await labels.fill('1 = active, 1 = old');
  await expect(page.getByText(/Use each code and each label once/)).toBeVisible();
  await labels.fill('1 = active, 0 = discontinued');
  await labels.press('Enter');
  await page.getByLabel('Currency of prices').fill('pln');
  await page.getByLabel('Currency of prices').press('Enter');
  await expect(page.getByLabel('Currency of prices')).toHaveValue('PLN');
  await expectAccessible(page, 'settings of values');

  await find(page, 'Fittings', CODE);
  await expect(await cellOf(page, CODE, 'Status')).toHaveText('active');
  await expect(await cellOf(page, CODE, 'Price')).toHaveText(/^PLN\s\d+\.\d\d$/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const builder = page.getByRole('dialog', { name: 'Filter' });
  await builder.getByLabel('Field').selectOption('status');
  await builder.getByLabel('Condition').selectOption('is');
  await builder.getByLabel('Value').selectOption('active (1)');
  await builder.getByRole('button', { name: 'Add filter' }).click();
  await expect(page.getByText('Status = active')).toBeVisible();
  await expect(await cellOf(page, CODE, 'Status')).toHaveText('active');

  await page.keyboard.press('Alt+n');
  const panel = page.getByRole('complementary');
  const status = panel.getByLabel('Status', { exact: true });
  await status.selectOption('discontinued (0)');
  await status.selectOption('Other value…');
  await expect(panel.getByRole('textbox', { name: 'Status' })).toBeFocused();
  await page.keyboard.type('17');
  await page.keyboard.press('Tab');
  await expect(status).toHaveValue('17');
  await status.selectOption('discontinued (0)');
  await panel.getByLabel('Code', { exact: true }).fill('NOWY-17');
  await panel.getByLabel('Name', { exact: true }).fill('Nowy zawias');
  await panel.getByLabel('Price', { exact: true }).fill('9,60');
  await expectAccessible(page, 'a new record with labels');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => held(service, 'fittings', 'NOWY-17'))
    .toMatchObject([{ status: '0', price: expect.anything() }]);

  await chooseLanguage(page, 'pl');
  await page.keyboard.press('Alt+2');
  await rail(page)
    .getByRole('button', { name: /^Okucia/ })
    .click();
  await page.getByRole('textbox', { name: /okucia/i }).fill(CODE);
  await expect(page.getByRole('gridcell', { name: /^\d+,\d\d\szł$/ })).toBeVisible();
});
