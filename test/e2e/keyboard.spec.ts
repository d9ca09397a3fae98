import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { dialog, expectNothingWaits, pill, rail } from './support/frame.ts';
import { expectFocus, press, tabAround } from './support/focus.ts';
import { lineOf } from './support/outbox.ts';
import { cellOf, find, grid, panelOf, priceOf } from './support/records.ts';
import { theRecord, writes } from './support/service.ts';

const [FIRST, SECOND] = ['ZAW-095-FE', 'ZAW-095-ND'] as const;

test.describe('with the keyboard alone', () => {
  test('records are found, edited, sent and confirmed, and the focus is never lost', async ({
    app: { page },
    service,
  }) => {
    await expect(rail(page)).toBeVisible();
    await page.keyboard.press('Alt+2');
    await expect(grid(page)).toBeVisible();
    await press(page, '/');
    await expect(page.getByRole('textbox', { name: 'Filter fittings' })).toBeFocused();
    await page.keyboard.type('ZAW-095-');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('2 of 327');
    await press(page, 'ArrowDown');
    await expect(await cellOf(page, FIRST, 'Code')).toBeFocused();

    await press(page, 'ArrowRight', 'F2');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Zawias klawiszami');
    await press(page, 'Tab');
    const price = (code: string) => cellOf(page, code, 'Price');
    await expect((await price(FIRST)).getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7,35');
    await press(page, 'Enter');
    await expect((await price(FIRST)).getByRole('insertion')).toHaveText('7.35');
    await press(page, 'ArrowDown');
    await expect(await price(SECOND)).toBeFocused();
    await page.keyboard.type('8,4');
    await expectFocus(page, 'typing into a cell');
    await press(page, 'Escape');
    await expect(await price(SECOND)).toHaveText('5.95');

    await press(page, 'Enter');
    const panel = panelOf(page);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Zawias z panelu');
    await press(page, 'Control+s');
    await expect(panel).toContainText('1 pending change');
    await press(page, 'Escape');
    await expect(grid(page).locator(':focus')).toHaveCount(1);

    await press(page, 'Control+/');
    await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
    await press(page, 'Escape');
    await expect(dialog(page, 'Keyboard shortcuts')).toBeHidden();
    await expect(grid(page).locator(':focus')).toHaveCount(1);

    await page.keyboard.press('Alt+5');
    await expect(lineOf(page, FIRST)).toContainText('Pending');
    await page.keyboard.press('Control+Enter');
    await expect(lineOf(page, FIRST)).toContainText('Sent');
    await expect(lineOf(page, SECOND)).toContainText('Sent');
    await press(page, 'Tab');

    await page.keyboard.press('Control+k');
    await expect(dialog(page, 'Commands and records').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('settings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    // The focus returned to the last stop of the page.
    await press(page, 'Shift+Tab');

    await expectNothingWaits(page);
    expect(theRecord(service, 'fittings', FIRST)).toMatchObject({ name: 'Zawias klawiszami' });
    expect(Number(theRecord(service, 'fittings', FIRST)['price'])).toBe(7.35);
    expect(theRecord(service, 'fittings', SECOND)).toMatchObject({ name: 'Zawias z panelu' });
    expect(writes(service)).toHaveLength(2);
  });

  test('Tab goes around every screen with the focus in sight', async ({ app: { page } }) => {
    await expect(rail(page)).toBeVisible();
    for (const keys of ['Alt+1', 'Alt+5', 'Alt+6', 'Control+,']) {
      await page.keyboard.press(keys);
      const seen = await tabAround(page);
      expect(seen, keys).toContain('button Outbox');
      expect(seen.length, keys).toBeGreaterThan(12);
    }
  });

  test('an icon that a key leads to says what it does, and Escape leaves at once all the same', async ({
    app: { page },
  }) => {
    await find(page, 'Fittings', FIRST);
    await (await cellOf(page, FIRST, 'Price')).click();
    await page.keyboard.press('Enter');
    const close = panelOf(page).getByRole('button', { name: 'Close' });
    const tip = page.getByRole('tooltip');
    await close.focus();
    await press(page, 'Shift+Tab');
    await expect(tip).not.toContainText('Close');
    await press(page, 'Tab');
    await expect(close).toBeFocused();
    await expect(tip).toContainText('Close');
    await page.keyboard.press('Escape');
    await expect(grid(page).locator(':focus')).toHaveCount(1);
    await expect(tip).toHaveCount(0);
  });

  test('Ctrl+Enter sends from wherever one types', async ({ app: { page }, service }) => {
    await priceOf(page, FIRST, '7,35');
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Filter fittings' })).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expectNothingWaits(page);
    expect(Number(theRecord(service, 'fittings', FIRST)['price'])).toBe(7.35);
  });

  test('the palette gives the focus back to the cell it came from', async ({ app: { page } }) => {
    await find(page, 'Fittings', FIRST);
    const price = await cellOf(page, FIRST, 'Price');
    await price.click();
    await page.keyboard.press('Control+k');
    const palette = dialog(page, 'Commands and records');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(SECOND);
    await expect(palette.getByRole('option').first()).toContainText(SECOND);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(price).toBeFocused();
    await expect(price).toHaveText('6.40');
  });

  test('an edit is taken back with Ctrl+Z', async ({ app: { page } }) => {
    await expect(rail(page)).toBeVisible();
    await page.keyboard.press('Alt+2');
    await expect(grid(page)).toBeVisible();
    await press(page, '/');
    await page.keyboard.type(FIRST);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('1 of 327');
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight');
    await page.keyboard.type('7,35');
    await press(page, 'Enter');
    await expect(pill(page)).toContainText('1 pending');
    await press(page, 'Control+z');
    await expectNothingWaits(page);
    await expect(await cellOf(page, FIRST, 'Price')).toHaveText('6.40');
  });
});
