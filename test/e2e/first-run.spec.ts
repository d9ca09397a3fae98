import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { dialog, expectNothingWaits, goTo, pill, rail, signIn } from './support/frame.ts';
import { editCell, find, grid, cellOf } from './support/records.ts';

const WELCOME = 'Your furniture catalogue, on this computer';

test.describe('on a computer that has never seen Cabinet', () => {
  test.use({ desk: 'fresh' });

  test('the welcome says what is missing before it asks the service', async ({ app: { page } }) => {
    await expect(page.getByRole('heading', { name: WELCOME })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    for (const missing of ['the server address', 'your e-mail', 'your password'])
      await expect(page.getByText(`Enter ${missing}.`)).toBeVisible();
  });

  test("a wrong password is answered in the service's words", async ({
    app: { page },
    service,
  }) => {
    await signIn(page, { url: service.url, password: 'wrong' });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Incorrect e-mail or password');
    await expect(alert).toContainText('Invalid email or password');
    await expect(page.getByLabel('E-mail')).toHaveValue('admin@example.com');
    await signIn(page);
    await expect(grid(page)).toBeVisible();
  });

  test('T5: an address that is not encrypted is asked nothing before it is accepted', async ({
    app: { page },
  }) => {
    await page.getByLabel('Server address').fill('http://192.0.2.1');
    await page.getByLabel('E-mail').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Select this option, or use an https:// address.')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Send it without encryption' }).check();
    await expect(page.getByText('Select this option, or use an https:// address.')).toBeHidden();
    await page.getByLabel('Server address').fill('https://service.example');
    await expect(page.getByRole('checkbox')).toBeHidden();
  });

  test('an address where nothing answers is named as that', async ({ app: { page }, service }) => {
    await service.stop();
    await signIn(page, { url: service.url });
    await expect(page.getByRole('alert')).toContainText('Cannot reach the server');
    await expect(page.getByLabel('Server address')).toHaveValue(service.url);
    await service.comeBack();
    await signIn(page);
    await expect(grid(page)).toBeVisible();
  });

  test('the first sign-in reads the catalogue and shows it', async ({
    app: { page },
    service,
    seed,
  }) => {
    await signIn(page, { url: service.url });
    await expect(rail(page).getByRole('button', { name: /^Fittings/ })).toContainText(
      String(seed.fittings.length),
    );
    await expect(pill(page)).toContainText('Online');
    await goTo(page, 'Fittings');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(seed.fittings.length + 1));
    await page.reload();
    await expect(grid(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: WELCOME })).toBeHidden();
  });

  test('the demo catalogue needs no account and no network', async ({
    app: { page },
    service,
    seed,
  }) => {
    await service.stop();
    await page.getByRole('button', { name: /^Try the demo catalogue/ }).click();
    await expect(rail(page).getByRole('button', { name: /^Profile:/ })).toContainText('demo');
    await goTo(page, 'Fittings');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(seed.fittings.length + 1));
    await find(page, 'Fittings', 'ZAW-095-FE');
    await editCell(page, 'ZAW-095-FE', 'Price', '7,15');
    await page.keyboard.press('Control+Enter');
    await expect(pill(page)).toContainText('Online');
    await expectNothingWaits(page);
    await expect(await cellOf(page, 'ZAW-095-FE', 'Price')).toHaveText('7.15');
  });
});

test.describe('without signing in', () => {
  test('the catalogue on this computer opens, and edits wait', async ({ app: { page } }) => {
    await pill(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(pill(page)).toContainText('Signed out');
    await pill(page).click();
    await page.getByRole('menuitem', { name: 'Sign in' }).click();
    const form = dialog(page, 'Sign in');
    await form.getByRole('button', { name: /^Open the offline catalogue/ }).click();
    await expect(form).toBeHidden();
    await find(page, 'Fittings', 'ZAW-095-FE');
    await editCell(page, 'ZAW-095-FE', 'Price', '7,15');
    await expect(pill(page)).toContainText('1 pending');
    await page.reload();
    await expect(grid(page)).toBeVisible();
    await expect(pill(page)).toContainText('1 pending');
  });
});
