import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { expectNothingWaits, goTo, pill, toast } from './support/frame.ts';
import { find, grid } from './support/records.ts';
import { idOf, theRecord, writes } from './support/service.ts';
import { counts, changesetRow, preview, queue } from './support/sheets.ts';

const MINE = 'F3105-BL-28';

const TRIALS = Array.from({ length: 200 }, (_, at) => ({
  SIFRA: `PR-${String(at).padStart(3, '0')}`,
  name: `Płyta próbna ${at}`,
  price: 20 + at,
}));
/** Records that a colleague changes meanwhile. */
const COLLEAGUES = ['PR-007', 'PR-100', 'PR-199'];

/** Raises the price of all listed records by ten. */
async function raise(page: Page): Promise<void> {
  await grid(page).getByRole('checkbox', { name: 'Select all matching records' }).click();
  await page.getByRole('button', { name: 'Bulk edit…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Operation').selectOption('add');
  await form.getByLabel('Amount').fill('10');
  await page.keyboard.press('Enter');
  await preview(page);
  await queue(page);
}

async function refresh(page: Page): Promise<void> {
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
}

test('accept 7: a sent change of 200 prices is taken back, and what a colleague changed since is kept apart', async ({
  app: { page },
  service,
}) => {
  test.slow();
  for (const material of TRIALS) service.state.insert('materials', material);
  const price = (code: string) => Number(theRecord(service, 'materials', code)['price']);
  await goTo(page, 'Materials');
  await refresh(page);
  await find(page, 'Materials', 'Płyta próbna');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('200 of');
  await raise(page);
  await expect(pill(page)).toContainText('200 pending');
  await sendAll(page);
  expect(price('PR-001')).toBe(31);
  for (const code of COLLEAGUES)
    service.state.patch('materials', idOf(service, 'materials', code), { price: 299 });
  await refresh(page);
  const before = writes(service).length;
  await page.keyboard.press('Control+z');
  const table = await preview(page);
  await expect(page.getByRole('dialog')).toContainText('3 records were changed later');
  expect(await counts(page)).toEqual(['All 200', '197 changed', '3 changed later']);
  await page.getByRole('button', { name: '3 changed later' }).click();
  for (const code of COLLEAGUES)
    await expect(changesetRow(table, code).getByRole('checkbox')).not.toBeChecked();
  await expectAccessible(page, 'undo');
  expect(writes(service)).toHaveLength(before);
  await queue(page);
  await expect(pill(page)).toContainText('197 pending');
  await sendAll(page);
  expect(COLLEAGUES.map(price)).toEqual([299, 299, 299]);
  expect(price('PR-001')).toBe(21);
  expect(price('PR-198')).toBe(218);
});

/** Sends the outbox, with a long timeout. */
async function sendAll(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await expect(pill(page)).not.toContainText(/\d pending|Sending/, { timeout: 120_000 });
}

test('what was not sent vanishes at once, and Redo does it again', async ({ app: { page } }) => {
  await find(page, 'Materials', MINE);
  const cell = grid(page).getByRole('gridcell', { name: '114.60' });
  await cell.click();
  await page.keyboard.type('120');
  await page.keyboard.press('Enter');
  await expect(pill(page)).toContainText('1 pending');
  const button = page.getByRole('banner').getByRole('button', { name: /^Undo: Price/ });
  await expect(button).toHaveAccessibleName(`Undo: Price of ${MINE}`);
  await button.click();
  await expectNothingWaits(page);
  await page.keyboard.press('Control+Shift+z');
  await expect(pill(page)).toContainText('1 pending');
  await button.click();
  await expectNothingWaits(page);
  const undone = toast(page, `Undone: Price of ${MINE}`);
  await expect(undone.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await undone.getByRole('button', { name: /^Redo/ }).click();
  await expect(pill(page)).toContainText('1 pending');
});

test('a confirmation takes back what it tells of above a dialog too', async ({ app: { page } }) => {
  await find(page, 'Materials', 'Marmur Karelia');
  await raise(page);
  await expect(pill(page)).toContainText('4 pending');
  await page.getByRole('button', { name: 'Import: Materials' }).click();
  await toast(page, 'Saved').getByRole('button', { name: /^Undo/ }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(page.getByRole('dialog', { name: /^Import/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNothingWaits(page);
});

test('removals asked for together come back together, also after a reload', async ({
  app: { page },
}) => {
  await find(page, 'Materials', 'Marmur Karelia');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 154');
  await grid(page).getByRole('checkbox', { name: 'Select all matching records' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete \d+/ })
    .click();
  await expect(pill(page)).toContainText('4 pending');
  await page.reload();
  await expect(pill(page)).toContainText('4 pending');
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: 4 deletions')).toBeVisible();
  await expectNothingWaits(page);
});
