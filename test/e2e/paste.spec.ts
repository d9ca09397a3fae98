import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, expectNothingWaits, toast } from './support/frame.ts';
import { cellOf, find, rowOf } from './support/records.ts';
import { changesetRow, preview, queue } from './support/sheets.ts';

// Simulates Ctrl+V after a copy in a spreadsheet.
async function pasteInto(cell: Locator, text: string): Promise<void> {
  await cell.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const marbles = (page: Page) => find(page, 'Materials', 'Marmur Karelia');

test('a column of a spreadsheet is previewed and laid over the rows from the cursor down', async ({
  app: { page },
}) => {
  await marbles(page);
  const price = await cellOf(page, 'F3105-BK-12', 'Price');
  await price.click();
  await pasteInto(price, '301.10\t11\n102.20\t27\ndużo\t28\n');
  const table = await preview(page);
  await expect(changesetRow(table, 'F3105-BK-12')).toContainText('301.10');
  await expect(changesetRow(table, 'F3105-BK-12')).toContainText('Thickness');
  await expect(changesetRow(table, 'F3105-BL-38')).toContainText('dużo');
  await expectAccessible(page, 'paste');
  await changesetRow(table, 'F3105-BL-28').getByRole('checkbox').uncheck();
  await queue(page);
  await expect(toast(page, 'Paste into')).toBeVisible();
  await expect(rowOf(page, 'F3105-BK-12')).toContainText('301.10');
  await expect(rowOf(page, 'F3105-BL-28')).toContainText('114.60');
  await page.keyboard.press('Control+z');
  await expectNothingWaits(page);
});

test('another mark of decimals asks first where it takes ticks along', async ({
  app: { page },
}) => {
  await marbles(page);
  const price = await cellOf(page, 'F3105-BK-12', 'Price');
  await price.click();
  await pasteInto(price, '301.10\n102.20\n');
  const table = await preview(page);
  const tick = changesetRow(table, 'F3105-BK-12').getByRole('checkbox');
  await tick.uncheck();
  const comma = page.getByRole('radio', { name: '12,50', exact: true });
  await page.getByText('12,50', { exact: true }).click();
  const leaving = dialog(page, 'Close this preview?');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(comma).not.toBeChecked();
  await expect(tick).not.toBeChecked();
  await page.getByText('12,50', { exact: true }).click();
  await leaving.getByRole('button', { name: 'Close preview', exact: true }).click();
  await expect(comma).toBeChecked();
});

test('one cell of a CSV file of ours is previewed without its apostrophe', async ({
  app: { page },
}) => {
  await marbles(page);
  const name = await cellOf(page, 'F3105-BK-12', 'Name');
  await name.click();
  await pasteInto(name, "'00417\r\n");
  const row = changesetRow(await preview(page), 'F3105-BK-12');
  await expect(row).toContainText('00417');
  await expect(row).not.toContainText("'00417");
});

test('one cell is typed into the cell, to be kept or left', async ({ app: { page } }) => {
  await marbles(page);
  const price = await cellOf(page, 'F3105-BK-12', 'Price');
  await price.click();
  await pasteInto(price, '301,10\r\n');
  await expect(price.getByRole('textbox')).toHaveValue('301,10');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'F3105-BK-12')).toContainText('301.10');
});
