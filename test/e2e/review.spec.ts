import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import fs from 'node:fs';
import { test } from '#test/support/app.ts';
import { expectChecked, goTo } from './support/frame.ts';
import { burst, ENTER, ESCAPE } from './support/hands.ts';
import { panelOf } from './support/records.ts';

/** Starts a named review of all edge bands and shows its first record. */
async function begin(page: Page, name: string): Promise<Locator> {
  await goTo(page, 'Review');
  await page.getByRole('combobox', { name: 'List' }).selectOption('edge-bands');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('banner').getByRole('heading')).toContainText(name);
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
  return page.getByRole('article');
}

function filter(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Show' }).getByRole('button', { name });
}

const at = (page: Page, place: number) => page.getByText(new RegExp(`^${place} of \\d+$`));

test.describe('a review', () => {
  test('is walked, decided and left by keyboard alone, and goes on where it was', async ({
    app: { page },
  }) => {
    await begin(page, 'Bands');
    await expect(at(page, 1)).toBeVisible();
    await page.keyboard.press('a');
    await expect(at(page, 2)).toBeVisible();
    await page.keyboard.press('f');
    await page.keyboard.type('Ask the supplier');
    await page.keyboard.press('Enter');
    await expect(at(page, 3)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await expect(at(page, 4)).toBeVisible();
    await page.keyboard.press('j');
    await expect(at(page, 5)).toBeVisible();
    await page.keyboard.press('k');
    await expect(at(page, 4)).toBeVisible();
    await page.keyboard.press('k');
    await expect(at(page, 3)).toBeVisible();
    await expect(filter(page, 'Approved 1')).toBeVisible();
    await expect(filter(page, 'Flagged 1')).toBeVisible();
    await expect(filter(page, 'Skipped 1')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner').getByRole('heading')).toContainText('Bands');
    await expect(at(page, 3)).toBeVisible();
    await filter(page, 'Flagged').click();
    const items = page.getByRole('list', { name: 'Records in this review' });
    await expect(items.getByRole('button')).toHaveCount(1);
    await expect(items).toContainText('Ask the supplier');
  });

  test('shows field by field what changed since a record was reviewed', async ({
    app: { page },
  }) => {
    const card = await begin(page, 'First');
    await page.keyboard.press('a');
    await expect(at(page, 2)).toBeVisible();
    await page.keyboard.press('k');
    await expect(at(page, 1)).toBeVisible();
    await expect(card).toContainText('No changes since');
    await page.keyboard.press('e');
    const panel = panelOf(page);
    const name = panel.getByRole('textbox', { name: 'Name' });
    const old = await name.inputValue();
    await name.fill(`${old} new`);
    await page.keyboard.press('Control+s');
    await expect(panel).toContainText('1 pending change');
    await expect(card).toContainText('1 field changed since');
    const row = card.getByRole('row', { name: /^Name/ });
    await expect(row.getByRole('deletion')).toHaveText(old);
    await expect(row.getByRole('insertion')).toHaveText(`${old} new`);
  });

  test('exports its marks as a sheet', async ({ app: { page } }) => {
    await begin(page, 'Sheet');
    await page.keyboard.press('f');
    await page.keyboard.type('Too dark');
    await page.keyboard.press('Enter');
    await expect(at(page, 2)).toBeVisible();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export decisions' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('Sheet.csv');
    const text = fs.readFileSync(await download.path(), 'utf8');
    expect(text).toContain('flagged');
    expect(text).toContain('Too dark');
    const book = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export decisions' }).click();
    await page.getByRole('menuitem', { name: 'XLSX' }).click();
    expect((await book).suggestedFilename()).toBe('Sheet.xlsx');
    expect(fs.readFileSync(await (await book).path(), 'latin1')).toMatch(/^PK/);
  });

  test('shows the picture of the record, and walks the problems as they are listed', async ({
    app: { page },
  }) => {
    await goTo(page, 'Problems');
    await expectChecked(page);
    await page
      .getByRole('navigation', { name: 'Problem types' })
      .getByRole('button', { name: /^Zero price/ })
      .click();
    const list = page.getByRole('list', { name: 'Problems' });
    await expect(list.getByRole('button', { name: /The record has no/ })).toHaveCount(0);
    const first = await list.locator('.named code').first().textContent();
    await page.getByRole('button', { name: 'Review these records' }).click();
    await expect(page.getByRole('banner').getByRole('heading')).toContainText('Zero price');
    const card = page.getByRole('article');
    await expect(card).toContainText(first ?? '-');
    await expect(card.locator('.place-cover img')).toBeVisible();
  });

  test('is renamed and removed after a question', async ({ app: { page } }) => {
    await begin(page, 'Old name');
    await page.getByRole('button', { name: 'All reviews' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('listitem').getByRole('textbox', { name: 'Name' }).fill('New name');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'New name' })).toBeVisible();
    await page.getByRole('listitem').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No reviews yet.')).toBeVisible();
  });

  test('takes every key of quick hands once, for the record that it was meant for', async ({
    app: { page },
  }) => {
    await begin(page, 'Quick');
    await burst(page, 'jjjjkk');
    await expect(at(page, 3)).toBeVisible();
    await burst(page, 'kkaaja');
    await expect(at(page, 5)).toBeVisible();
    await expect(filter(page, 'Approved 3')).toBeVisible();
    const items = page.getByRole('list', { name: 'Records in this review' }).getByRole('button');
    const marks = ['Approved', 'Approved', 'Not reviewed', 'Approved', 'Not reviewed'];
    for (const [place, mark] of marks.entries())
      await expect(items.nth(place).getByRole('img', { name: mark })).toBeVisible();
    await burst(page, 'usj');
    await expect(at(page, 7)).toBeVisible();
    await expect(filter(page, 'Skipped 1')).toBeVisible();
    await expect(items.nth(4).getByRole('img', { name: 'Skipped' })).toBeVisible();
  });

  test('takes what is written right behind a decision for the comment, not for keys', async ({
    app: { page },
  }) => {
    await begin(page, 'Written');
    await burst(page, 'af', 'ask us', ENTER, 'f', 'as ask', ESCAPE, 's');
    await expect(at(page, 4)).toBeVisible();
    const items = page.getByRole('list', { name: 'Records in this review' }).getByRole('button');
    await expect(items.nth(0).getByRole('img', { name: 'Approved' })).toBeVisible();
    await expect(items.nth(1).getByRole('img', { name: 'Flagged' })).toBeVisible();
    await expect(items.nth(1)).toContainText('ask us');
    await expect(items.nth(2).getByRole('img', { name: 'Skipped' })).toBeVisible();
    await expect(items.nth(2)).toContainText('as ask');
    for (const name of ['Approved 1', 'Flagged 1', 'Skipped 1'])
      await expect(filter(page, name)).toBeVisible();
    await page.reload();
    await expect(at(page, 4)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  });
});
