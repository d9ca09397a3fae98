import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo, toast } from './support/frame.ts';
import { cellOf, find, grid, open } from './support/records.ts';

test('a form suggests known values, narrows them, and marks new ones', async ({
  app: { page },
}) => {
  test.slow();
  await goTo(page, 'Fittings');
  await page.getByRole('button', { name: 'Add: Fitting' }).click();
  const form = page.getByRole('complementary', { name: 'New: Fitting' });
  const field = (name: string) => form.getByRole('combobox', { name, exact: true });
  const options = page.getByRole('listbox', { name: 'Known values' }).getByRole('option');

  await field('Category').fill('prow');
  await expect(options).toHaveText([/^prowadnice/]);
  await expectAccessible(page, 'known values');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field('Category')).toHaveValue('prowadnice');
  await expect(options).toHaveCount(0);

  await field('Subcategory').focus();
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveText(/^kulkowe/);
  // The first Escape closes the list, and the form stays.
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(form).toBeVisible();

  await field('Group').fill('Okucia szuflatowe');
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Did you mean “Okucia szufladowe”?' }).click();
  await expect(field('Group')).toHaveValue('Okucia szufladowe');

  await field('Manufacturer').fill('Meblotech');
  await page.keyboard.press('Tab');
  await expect(form).toContainText('New value');
  await expectAccessible(page, 'a new value');
});

test('a cell and a filter suggest known values', async ({ app: { page } }) => {
  test.slow();
  const options = page.getByRole('listbox', { name: 'Known values' }).getByRole('option');
  await find(page, 'Edge bands', 'PVC-22-04-H1145');
  const cell = await cellOf(page, 'PVC-22-04-H1145', 'Group');
  await cell.click();
  // Typing opens the cell. Arrow keys alone would go on to the next row.
  await page.keyboard.type('43');
  await expect(options).toHaveText([/^ABS 43/]);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  await expect(cell).toContainText('ABS 43 × 1,5 mm');

  await find(page, 'Edge bands', 'mm');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByLabel('Field').selectOption('group');
  await filter.getByLabel('Value').click();
  await page.keyboard.press('ArrowDown');
  // The value that was just typed comes first, then the most frequent one.
  await expect(options.first()).toHaveText(/^ABS 43/);
  await expect(options.nth(1)).toHaveText(/^ABS 22 × 0,8 mm\s*16$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(filter.getByLabel('Value')).toHaveValue('ABS 22 × 0,8 mm');
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('row')).toHaveCount(17);
});

test('a record is duplicated with the next free code, and its values filter the list', async ({
  app: { page },
}) => {
  test.slow();
  await open(page, 'Fittings', 'ZAW-110-FE');
  await page.getByRole('button', { name: 'Duplicate record' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate without files' }).click();
  const form = page.getByRole('complementary', { name: 'New: Fitting' });
  const code = form.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveValue(/^ZAW-1\d\d-FE$/);
  await expect(code).not.toHaveValue('ZAW-110-FE');
  await expect(form.getByRole('combobox', { name: 'Category', exact: true })).toHaveValue(
    'zawiasy',
  );
  await expect(form).not.toContainText('It is not saved yet');
  await form.getByRole('button', { name: /^Create/ }).click();
  await expect(toast(page, 'New record ready to send')).toBeVisible();

  await find(page, 'Edge bands', 'PVC-22-04-H1145');
  await (await cellOf(page, 'PVC-22-04-H1145', 'Group')).click();
  await page.keyboard.press('Control+Shift+L');
  const filters = page.getByRole('region', { name: 'Filters' });
  await expect(filters).toContainText('PVC 22 × 0,4 mm');
});
