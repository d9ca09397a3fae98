import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectFocus, press } from './support/focus.ts';
import { dialog, expectChecked, pill, rail, toast } from './support/frame.ts';
import { grid, panelOf } from './support/records.ts';
import { counts, preview } from './support/sheets.ts';

const MOST_STOPS = 60;

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, target: Locator, by = 'Tab'): Promise<void> {
  // An option of a segmented control is a hidden input; its label is visible.
  await expect(target).toBeAttached();
  for (let step = 0; step < MOST_STOPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(by);
  }
  await expect(target).toBeFocused();
  await expectFocus(page, 'Tab');
}

/** Moves to a control with Tab and presses it. */
async function use(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Opens a screen by its key and moves past the navigation. */
async function screen(page: Page, keys: string, title: string): Promise<void> {
  await expect(rail(page)).toBeVisible();
  await page.keyboard.press(keys);
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toContainText(title);
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first();

test.describe('with the keyboard alone', () => {
  test('the palette takes the focus into the screen that it opens', async ({ app: { page } }) => {
    await screen(page, 'Alt+2', 'Fittings');
    const palette = dialog(page, 'Commands and records');
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('Review');
    await expect(palette.getByRole('option').first()).toContainText('Review');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Go to materials');
    await expect(palette.getByRole('option').first()).toContainText('Materials');
    await page.keyboard.press('Enter');
    await expect(grid(page).locator(':focus')).toHaveCount(1);
  });

  test('a form asks about an amount below zero before it keeps it', async ({ app: { page } }) => {
    await screen(page, 'Alt+2', 'Fittings');
    await press(page, '/');
    await page.keyboard.type('ZAW-110-FE');
    await expect(grid(page).getByRole('row').nth(1)).toContainText('ZAW-110-FE');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const price = panelOf(page).getByRole('textbox', { name: 'Price' });
    await price.fill('-5');
    await page.keyboard.press('Control+s');
    await expect(panelOf(page).getByText('The value is below zero.')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(panelOf(page).getByText('The value is below zero.')).toHaveCount(0);
  });

  test('a problem is read, its record mended, another one hidden', async ({ app: { page } }) => {
    await screen(page, 'Alt+7', 'Problems');
    await expectChecked(page);
    const list = page.getByRole('list', { name: 'Problems' });
    await tabTo(page, list.getByRole('button').first());
    await press(page, 'ArrowDown', 'ArrowUp', 'Enter');
    await expect(panelOf(page).getByRole('heading', { level: 2 })).toBeVisible();
    await tabTo(page, panelOf(page).getByRole('tab', { name: 'Details' }));
    await press(page, 'Escape');
    await tabTo(page, list.getByRole('button').first());
    await page.keyboard.press('h');
    await expect(dialog(page, 'Hide problem')).toBeVisible();
    await expectFocus(page, 'h');
    await page.keyboard.type('Fine as it is');
    await use(
      page,
      dialog(page, 'Hide problem').getByRole('button', { name: 'Hide', exact: true }),
    );
    await expect(toast(page, '1 problem hidden')).toBeVisible();
  });

  test('a review is begun and its first record approved', async ({ app: { page } }) => {
    await screen(page, 'Alt+8', 'Review');
    await use(page, button(page, 'Start'));
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
    await use(page, button(page, 'All reviews'));
    await expect(button(page, 'Continue')).toBeVisible();
  });

  test('a plan is begun and a part typed', async ({ app: { page } }) => {
    await screen(page, 'Alt+9', 'Add a product');
    await use(page, button(page, 'New plan'));
    await tabTo(page, page.getByRole('textbox', { name: 'Plan name' }));
    await page.keyboard.type('Wardrobe');
    await use(page, button(page, 'New edge band'));
    const side = page.getByRole('complementary', { name: 'Plan part' });
    await tabTo(page, side.getByRole('textbox', { name: 'Code', exact: true }));
    await page.keyboard.type('ABS-KEYS');
    await expect(page.getByRole('main')).toContainText('ABS-KEYS');
    await expect(page.getByRole('banner')).toContainText('Draft saved');
  });

  test('what happened is read in all its parts', async ({ app: { page } }) => {
    await screen(page, 'Alt+0', 'History');
    for (const name of ['Changes by others', 'Deleted', 'This computer']) {
      await use(page, button(page, name));
      await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true');
    }
  });

  test('a sheet is imported and the list exported', async ({ app: { page } }) => {
    await screen(page, 'Alt+3', 'Materials');
    await expect(grid(page)).toBeVisible();
    const choosing = page.waitForEvent('filechooser');
    await use(page, button(page, 'Import: Materials'));
    await use(page, page.getByRole('dialog').getByRole('button', { name: 'Choose file…' }));
    const buffer = Buffer.from('SIFRA;name;price\nK-1;Dąb;12,50\nK-2;Buk;13,50');
    await (await choosing).setFiles({ name: 'k.csv', mimeType: 'text/csv', buffer });
    await use(page, page.getByRole('dialog').getByRole('button', { name: 'Preview' }));
    await preview(page);
    expect(await counts(page)).toEqual(['All 2', '2 new', '0 changed']);
    await use(page, page.getByRole('dialog').getByRole('button', { name: 'Save 2 changes' }));
    await expect(pill(page)).toContainText('2 pending');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('Control+Shift+e');
    const saving = page.waitForEvent('download');
    await use(page, page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }));
    expect((await saving).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  test('the selected are changed together', async ({ app: { page } }) => {
    await screen(page, 'Alt+3', 'Materials');
    await expect(grid(page)).toBeVisible();
    await press(page, '/');
    await page.keyboard.type('Marmur Karelia');
    await press(page, 'ArrowDown', 'Control+a');
    await use(page, page.getByRole('button', { name: 'Bulk edit…' }));
    await tabTo(page, page.getByRole('dialog').getByLabel('Percentage', { exact: true }));
    await page.keyboard.type('3,5');
    await page.keyboard.press('Enter');
    await preview(page);
    await use(page, page.getByRole('dialog').getByRole('button', { name: /^Save \d+ changes/ }));
    await expect(toast(page, '+3.5 % for')).toBeVisible();
  });

  test('a model is seen in 3D from the tab of files', async ({ app: { page } }) => {
    await screen(page, 'Alt+2', 'Fittings');
    await expect(grid(page)).toBeVisible();
    await press(page, '/');
    await page.keyboard.type('ZAW-110-FE');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('1 of 327');
    await press(page, 'ArrowDown', 'Enter');
    await tabTo(page, panelOf(page).getByRole('tab', { name: 'Details' }), 'Shift+Tab');
    await press(page, 'ArrowRight');
    await expect(panelOf(page).getByRole('tabpanel', { name: 'Files' })).toBeVisible();
    await use(page, panelOf(page).getByRole('button', { name: 'Open in 3D' }));
    await expect(page.getByRole('dialog').locator('canvas')).toBeVisible();
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Front' }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFocus(page, 'Escape');
  });

  test('a setting is changed and another service signed in to', async ({ app: { page } }) => {
    await screen(page, 'Control+,', 'Settings');
    const themes = page.getByRole('radiogroup', { name: 'Theme' });
    await tabTo(page, themes.getByRole('radio', { checked: true }));
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('profiles');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Sign in')).toBeVisible();
    await expectFocus(page, 'Enter');
  });
});
