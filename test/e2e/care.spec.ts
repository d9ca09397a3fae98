import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
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
    await shown.getByLabel('Name of the profile').fill('spare');
    await shown.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: /^Your furniture catalogue/ })).toBeVisible();
    await page.getByRole('button', { name: /^default/ }).click();
    // The copy was made when the profile was left.
    await priceOf(page, CODE, '9,99');
    await goTo(page, 'Settings');
    await page
      .getByRole('button', { name: /^Put back the copy/ })
      .first()
      .click();
    await expect(page.getByText(/Your work becomes as it was/)).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Put back' }).click();
    await expect(page.getByText(/was put back as you asked/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove the profile spare' }).click();
    await expect(page.getByText(/The profile spare and its copy/)).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Remove the profile spare' })).toHaveCount(0);
    await find(page, 'Fittings', CODE);
    await expect(await cellOf(page, CODE, 'Price')).toContainText('7.35');
  });
});
