import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { pill, send, toast } from './support/frame.ts';
import { find, grid } from './support/records.ts';
import { idOf, theRecord } from './support/service.ts';
import { counts, planRow, preview, queue } from './support/sheets.ts';

const COLLEAGUES = 'F3105-BK-12';
const MINE = 'F3105-BL-28';

/** Raises the prices of the marbles by ten and sends them. */
async function raise(page: Page): Promise<number> {
  await find(page, 'Materials', 'Marmur Karelia');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 154');
  await grid(page).getByRole('checkbox', { name: 'Select everything that matches' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('What').selectOption('add');
  await form.getByLabel('Amount').fill('10');
  await page.keyboard.press('Enter');
  await preview(page);
  const changed = Number((await counts(page))[1]?.split(' ')[0]);
  await queue(page);
  await send(page);
  await expect(pill(page)).not.toContainText('waiting');
  return changed;
}

test('a sent change is taken back, and what a colleague changed since is kept apart', async ({
  app: { page },
  service,
}) => {
  const before = Number(theRecord(service, 'materials', MINE)['price']);
  const changed = await raise(page);
  expect(Number(theRecord(service, 'materials', MINE)['price'])).toBe(before + 10);
  service.state.patch('materials', idOf(service, 'materials', COLLEAGUES), { price: 299 });
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
  await page.keyboard.press('Control+z');
  const table = await preview(page);
  await expect(page.getByRole('dialog')).toContainText('1 record was changed since');
  expect(await counts(page)).toContain('1 changed since');
  expect(await counts(page)).toContain(`${changed - 1} changed`);
  await expect(planRow(table, COLLEAGUES).getByRole('checkbox')).not.toBeChecked();
  await expectAccessible(page, 'undo');
  await queue(page);
  await send(page);
  await expect(pill(page)).not.toContainText('waiting');
  expect(theRecord(service, 'materials', COLLEAGUES)['price']).toBe(299);
  expect(Number(theRecord(service, 'materials', MINE)['price'])).toBe(before);
});

test('what was not sent vanishes at once, and Redo does it again', async ({ app: { page } }) => {
  await find(page, 'Materials', MINE);
  const cell = grid(page).getByRole('gridcell', { name: '114.60' });
  await cell.click();
  await page.keyboard.type('120');
  await page.keyboard.press('Enter');
  await expect(pill(page)).toContainText('1 waiting');
  const button = page.getByRole('banner').getByRole('button', { name: /^Undo: Price/ });
  await expect(button).toHaveAccessibleName(`Undo: Price of ${MINE}`);
  await button.click();
  await expect(pill(page)).not.toContainText('waiting');
  await page.keyboard.press('Control+Shift+z');
  await expect(pill(page)).toContainText('1 waiting');
});

test('removals asked for together come back together', async ({ app: { page } }) => {
  await find(page, 'Materials', 'Marmur Karelia');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 154');
  await grid(page).getByRole('checkbox', { name: 'Select everything that matches' }).click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove \d+/ })
    .click();
  await expect(pill(page)).toContainText('4 waiting');
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: 4 removals')).toBeVisible();
  await expect(pill(page)).not.toContainText('waiting');
});
