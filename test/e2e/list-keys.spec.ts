import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { dialog, expectNothingWaits, goTo, pill, rail } from './support/frame.ts';
import { cellOf, find, grid, open, panelOf, rowOf } from './support/records.ts';

const [FIRST, SECOND] = ['ZAW-095-FE', 'ZAW-095-ND'] as const;

const bar = (page: Page): Locator => page.getByLabel('Selection', { exact: true });
const filter = (page: Page): Locator => page.getByRole('textbox', { name: 'Filter fittings' });

test.describe('a letter in a list', () => {
  test('begins an edit, also X, and Shift+Space selects the row', async ({ app: { page } }) => {
    await find(page, 'Fittings', 'ZAW-095');
    const name = await cellOf(page, FIRST, 'Name');
    await name.click();
    await page.keyboard.press('x');
    await expect(name.getByRole('textbox')).toHaveValue('x');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press('Shift+Space');
    await expect(bar(page)).toContainText('1 selected');
    await page.keyboard.press('Shift+Space');
    await expect(bar(page)).toHaveCount(0);
    // On a code, which cannot be changed, the letter has no effect either.
    await (await cellOf(page, FIRST, 'Code')).click();
    await page.keyboard.press('x');
    await expect(bar(page)).toHaveCount(0);
    await expectNothingWaits(page);
  });
});

test.describe('the active row and the selection', () => {
  test('are two things: a row that is looked at is not selected', async ({ app: { page } }) => {
    await goTo(page, 'Fittings');
    const check = (row: number) => grid(page).locator(`[data-row="${row}"] [data-column="check"]`);
    await check(1).click();
    await check(2).click();
    await expect(bar(page)).toContainText('2 selected');
    await grid(page).locator('[data-row="5"] [data-column="price"]').click();
    await page.keyboard.press('ArrowDown');
    await expect(bar(page)).toContainText('2 selected');
    await page.keyboard.press('Delete');
    await expect(dialog(page, 'Delete 2 records?')).toBeVisible();
    await page.keyboard.press('Escape');
    await check(1).click();
    await expect(bar(page)).toContainText('1 selected');
    await bar(page).getByRole('button', { name: 'Delete…' }).click();
    const named = page.getByRole('dialog', { name: /^Delete .+\?$/ });
    await expect(named).toBeVisible();
    await named.getByRole('button', { name: 'Cancel' }).click();
    // A range with Shift starts at the active row.
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await grid(page).locator('[data-row="5"] [data-column="price"]').click();
    await grid(page)
      .locator('[data-row="8"] [data-column="price"]')
      .click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('4 selected');
  });
});

test.describe('Enter after an edit', () => {
  test('moves down, Shift+Enter up, and each price goes into its own row', async ({
    app: { page },
  }) => {
    await find(page, 'Fittings', 'ZAW-095');
    await expect(rowOf(page, SECOND)).toBeVisible();
    const price = (row: number) => grid(page).locator(`[data-row="${row}"] [data-column="price"]`);
    await price(0).click();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(price(1)).toBeFocused();
    await page.keyboard.type('13');
    await page.keyboard.press('Shift+Enter');
    await expect(price(0)).toBeFocused();
    await expect(price(0).locator('ins')).toHaveText('12.00');
    await expect(price(1).locator('ins')).toHaveText('13.00');
    await expect(pill(page)).toContainText('2 pending');
  });
});

test.describe('a filter that is cleared', () => {
  test('leaves the open record open, and active where the list has it', async ({
    app: { page },
  }) => {
    const panel = await open(page, 'Fittings', SECOND);
    const heading = panel.getByRole('heading', { level: 2 });
    const name = (await heading.textContent()) ?? '';
    await filter(page).fill('');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('327');
    await expect(rowOf(page, SECOND)).toHaveClass(/grid-row-active/);
    await expect(rowOf(page, SECOND)).toBeInViewport();
    await expect(heading).toHaveText(name);
    // The record stays open when the filtered list does not contain it.
    await filter(page).fill('ZAW-110-FE');
    await expect(rowOf(page, 'ZAW-110-FE')).toHaveClass(/grid-row-active/);
    await filter(page).fill('');
    await expect(rowOf(page, SECOND)).toHaveClass(/grid-row-active/);
    await expect(heading).toHaveText(name);
    await expect(panelOf(page)).toContainText(SECOND);
  });
});

test.describe('a fresh window', () => {
  test('has the focus in its list, and Alt+1…4 take it along', async ({ app: { page } }) => {
    await expect(rail(page)).toBeVisible();
    await expect(grid(page).locator(':focus')).toHaveCount(1);
    for (const keys of ['Alt+2', 'Alt+3', 'Alt+4', 'Alt+1']) {
      await page.keyboard.press(keys);
      await expect(grid(page).locator('.grid-row-active :focus')).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await expect(grid(page).locator('[data-row="1"] :focus')).toHaveCount(1);
    }
    await rail(page)
      .getByRole('button', { name: /^Outbox/ })
      .focus();
    await page.keyboard.press('Alt+2');
    await expect(grid(page).locator('.grid-row-active :focus')).toHaveCount(1);
    await page.keyboard.press('Alt+7');
    await expect(page.locator('.virtual-rows :focus')).toHaveCount(1);
  });

  test('opens where it was left: screen, record, scroll and filters', async ({ app: { page } }) => {
    await goTo(page, 'Fittings');
    await filter(page).fill('ZA');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('224 of 327');
    const count = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await grid(page).locator('[data-row="3"] [data-column="price"]').click();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    const heading = panelOf(page).getByRole('heading', { level: 2 });
    const name = (await heading.textContent()) ?? '';
    const scrolled = () => grid(page).evaluate(({ scrollTop }) => scrollTop);
    const before = await scrolled();
    expect(before).toBeGreaterThan(300);
    const active = grid(page).locator('.grid-row-active');
    const row = await active.getAttribute('data-row');
    await page.reload();
    await expect(heading).toHaveText(name);
    await expect(filter(page)).toHaveValue('ZA');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(count);
    await expect.poll(scrolled).toBe(before);
    await expect(active).toHaveAttribute('data-row', row ?? '');
    await goTo(page, 'Settings');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Settings');
  });
});
