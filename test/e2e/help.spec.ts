import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, rail } from './support/frame.ts';
import { chooseLanguage } from './support/looks.ts';

test('help opens with a key, is searched and read with the keyboard, in both languages', async ({
  app: { page },
}) => {
  await page.keyboard.press('Alt+2');
  await page.getByRole('textbox', { name: 'Filter fittings' }).fill('ZAW');
  // A question mark is typed into a field; F1 opens the help from there.
  await page.keyboard.type('?');
  await expect(page.getByRole('textbox', { name: 'Filter fittings' })).toHaveValue('ZAW?');
  await page.keyboard.press('F1');
  const help = dialog(page, 'Help');
  const search = help.getByRole('textbox', { name: 'Search help' });
  await expect(search).toBeFocused();
  await expect(help.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expectAccessible(page, 'help');

  await page.keyboard.type('BACKUP');
  await expect(help.locator('mark').first()).toHaveText(/^backup$/i);
  await page.keyboard.press('ArrowDown');
  const first = help.getByRole('navigation', { name: 'Contents' }).getByRole('button').first();
  await expect(first).toBeFocused();
  const name = await first.innerText();
  await page.keyboard.press('Enter');
  await expect(help.getByRole('heading', { name, exact: true })).toBeFocused();
  await expectAccessible(page, 'help with hits');
  await search.fill('qwertz');
  await expect(help.getByText('No section contains these words.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');

  await help.getByText("What's new", { exact: true }).click();
  await expect(help.getByRole('heading', { name: /^\d+\.\d+\.\d+ – / }).first()).toBeVisible();
  await help.getByRole('button', { name: /^Keyboard shortcuts/ }).click();
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
  await page.keyboard.press('Escape');

  await chooseLanguage(page, 'pl');
  await rail(page).getByRole('button').first().focus();
  await page.keyboard.press('?');
  const pomoc = dialog(page, 'Pomoc');
  await pomoc.getByRole('textbox').fill('kopie zapasowe');
  await expect(pomoc.locator('mark').first()).toBeVisible();
});

test('the log shows an unexpected error of the window, and is filtered', async ({
  app: { page },
}) => {
  await page.evaluate(() => {
    const error = new TypeError('drawing failed in a test');
    window.dispatchEvent(new ErrorEvent('error', { error }));
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('log');
  await page.getByRole('option', { name: 'Log', exact: true }).click();
  const help = dialog(page, 'Help');
  const entry = help.getByRole('listitem').filter({ hasText: 'drawing failed in a test' });
  await expect(entry).toContainText(/Error.*in a window of Cabinet.*TypeError/);
  await expectAccessible(page, 'log');
  await help.getByRole('textbox', { name: 'Search log' }).fill('qwertz');
  await expect(help.getByText('No entry matches the filter')).toBeVisible();
  await help.getByRole('textbox', { name: 'Search log' }).fill('DRAWING');
  await help.getByRole('combobox', { name: 'Level' }).selectOption('error');
  await expect(entry).toBeVisible();
});

test('an update offers its news once, and nothing waits for it', async ({ app: { page } }) => {
  const strip = page.getByRole('status').filter({ hasText: 'Cabinet was updated to version' });
  await expect(rail(page)).toBeVisible();
  await expect(strip).toHaveCount(0);
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('cabinet:view') ?? '{}') as { state?: object };
    const view = { ...kept, state: { ...kept.state, seenVersion: '0.0.1' } };
    localStorage.setItem('cabinet:view', JSON.stringify(view));
  });
  await page.reload();
  await expect(strip).toBeVisible();
  await expectAccessible(page, 'news offered');
  await strip.getByRole('button', { name: "What's new" }).click();
  await expect(dialog(page, 'Help').getByRole('heading', { level: 3 }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(strip).toHaveCount(0);
  await page.reload();
  await expect(rail(page)).toBeVisible();
  await expect(strip).toHaveCount(0);
});
