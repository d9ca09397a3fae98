import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { unzip } from '#test/support/unzip.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, goTo, rail } from './support/frame.ts';
import { cellOf, find, priceOf } from './support/records.ts';

const CODE = 'ZAW-095-FE';

test.describe('data on this computer', () => {
  test('a copy of the work is put back, and a profile is removed after a second thought', async ({
    app: { page },
  }) => {
    test.slow();
    await priceOf(page, CODE, '7,35');
    await rail(page)
      .getByRole('button', { name: /^Profile:/ })
      .click();
    await page.getByRole('menuitem', { name: 'Profiles and sign-in…' }).click();
    const shown = dialog(page, 'Sign in');
    await shown.getByRole('button', { name: 'New profile' }).click();
    await shown.getByLabel('Profile name').fill('spare');
    await shown.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: /^Your furniture catalogue/ })).toBeVisible();
    await page.getByRole('button', { name: /^default/ }).click();
    // The backup was made when the profile was closed.
    await priceOf(page, CODE, '9,99');
    await goTo(page, 'Settings');
    await page
      .getByRole('button', { name: /^Restore backup/ })
      .first()
      .click();
    await expect(page.getByText(/Your work is restored to/)).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/was restored/)).toBeVisible();
    await page.getByRole('button', { name: 'Delete profile spare' }).click();
    await expect(page.getByText(/The profile spare and its copy/)).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Delete profile spare' })).toHaveCount(0);
    await find(page, 'Fittings', CODE);
    await expect(await cellOf(page, CODE, 'Price')).toContainText('7.35');
  });

  test('what waits is exported with a word that it stays, and nothing of it leaves', async ({
    app: { page },
  }) => {
    await priceOf(page, CODE, '7,35');
    await goTo(page, 'Settings');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export…' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^outbox-\d{4}-\d{2}-\d{2}\.zip$/);
    const parts = await unzip(await download.path());
    expect(String(parts.get('outbox.csv'))).toContain(CODE);
    await expect(
      page.getByText(/Exported to outbox-.*: 1 change.*The changes stay in Outbox/),
    ).toBeVisible();
    await goTo(page, 'Outbox');
    await expect(page.getByRole('button', { name: 'Export…' })).toBeEnabled();
    await expect(page.getByText(CODE).first()).toBeVisible();
  });

  test('diagnostics are shown word for word before they are saved', async ({ app: { page } }) => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Save diagnostics…' }).click();
    const shown = dialog(page, 'Diagnostics');
    await shown.getByText('databases.json').click();
    const part = shown.locator('details', { hasText: 'databases.json' }).locator('pre');
    await expect(part).toContainText('"check"');
    const text = (await part.textContent()) ?? '';
    expect(text).toContain('"check": "ok"');
    expect(await shown.textContent()).not.toContain('127.0.0.1');
    await expectAccessible(page, 'diagnostics');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      shown.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(String((await unzip(await download.path())).get('databases.json'))).toBe(text);
    await expect(page.getByText(/Diagnostics saved as cabinet-diagnostics-/)).toBeVisible();
  });

  test('the data folder is shown, and a browser is told how it moves', async ({
    app: { page },
    dataDir,
  }) => {
    await goTo(page, 'Settings');
    await expect(page.getByText(dataDir, { exact: true })).toBeVisible();
    await expect(page.getByText(/cabinet data move/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Move…' })).toHaveCount(0);
  });
});
