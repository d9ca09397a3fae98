import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { openProxy } from '#test/support/proxyServer.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, goTo, pill } from './support/frame.ts';
import { grid } from './support/records.ts';

const PASSWORD = 'Tajne-hasło-4711';

test.describe('in a network with a proxy', () => {
  test.use({ desk: 'fresh' });

  test('its address and password are asked for before the first sign-in', async ({
    app: { page },
    service,
  }) => {
    const proxy = await openProxy({ account: `anna:${PASSWORD}` });
    // Only the proxy resolves this name.
    await page.getByLabel('Server address').fill(service.url.replace('127.0.0.1', 'a.test'));
    await page.getByLabel('E-mail').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('demo');
    await page.getByRole('checkbox', { name: 'Send it without encryption' }).check();
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
    await signIn.click();
    await page.getByRole('alert').getByRole('button', { name: 'Proxy settings…' }).click();

    const settings = dialog(page, 'Proxy settings');
    await settings.getByText('Address', { exact: true }).click();
    await settings.getByLabel('Proxy address').fill(proxy.url.replace('http://', ''));
    await settings.getByLabel('Proxy address').press('Enter');
    await settings.getByLabel('Proxy user').fill('anna');
    await settings.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await expectAccessible(page, 'proxy settings');
    await page.screenshot({ path: test.info().outputPath('proxy.png') });
    await settings.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(settings).toBeHidden();
    await signIn.click();
    await expect(grid(page)).toBeVisible();
    await expect(pill(page)).toContainText('Online');

    await goTo(page, 'Settings');
    await expect(page.getByText('A password is stored.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete password' }).click();
    await expect(page.getByText('A password is stored.')).toBeHidden();
    await pill(page).click();
    await page.getByRole('menuitem', { name: /^Refresh/ }).click();
    await expect(pill(page)).toContainText('Proxy sign-in required');
    await pill(page).click();
    await page.getByRole('menuitem', { name: 'Enter proxy password…' }).click();
    await expect(settings.getByLabel('Proxy user')).toBeVisible();
    await proxy.close();
  });
});
