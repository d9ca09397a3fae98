import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { openGateway, PASSPHRASE, pfxFile } from '#test/support/certificateGateway.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, goTo, pill } from './support/frame.ts';
import { grid } from './support/records.ts';

// Only Linux takes another store of authorities from the environment (playwright.config.ts).
test.skip(process.platform !== 'linux', 'the certificate of the gateway counts on Linux only');

const pfx = (name: string) => ({
  name: `${name}.pfx`,
  mimeType: 'application/x-pkcs12',
  buffer: pfxFile(name),
});

test.describe('behind a gateway that asks for a client certificate', () => {
  test.use({ desk: 'fresh' });

  test('it is asked for at the sign-in, and deleted and chosen again in Settings', async ({
    app: { page },
    service,
  }) => {
    const gateway = await openGateway(service.url);
    await page.getByLabel('Server address').fill(gateway.url);
    await page.getByLabel('E-mail').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('demo');
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
    await signIn.click();
    await page.getByRole('alert').getByRole('button', { name: 'Client certificate…' }).click();

    const asked = dialog(page, 'Client certificate');
    const choose = async (name: string, passphrase: string) => {
      const chooser = page.waitForEvent('filechooser');
      await asked.getByRole('button', { name: 'Choose file…' }).click();
      await (await chooser).setFiles(pfx(name));
      await expect(asked.getByText(`${name}.pfx`)).toBeVisible();
      await asked.getByLabel('Passphrase').fill(passphrase);
      await asked.getByRole('button', { name: 'Save certificate' }).click();
    };
    await choose('client', 'wrong');
    await expect(asked.getByRole('alert')).toContainText('passphrase does not open this PFX file');
    await choose('client-rc2', PASSPHRASE);
    await expect(asked.getByRole('alert')).toContainText('with AES-256 encryption');
    await expectAccessible(page, 'client certificate');
    await page.screenshot({ path: test.info().outputPath('dialog.png') });
    await choose('client', PASSPHRASE);
    await expect(asked).toBeHidden();
    await signIn.click();
    await expect(grid(page)).toBeVisible();
    await expect(pill(page)).toContainText('Online');

    await goTo(page, 'Settings');
    await expect(page.getByText('Name: O=Meble, CN=Anna Nowak')).toBeVisible();
    await page.getByRole('button', { name: 'Delete certificate' }).click();
    await expect(page.getByText('No certificate is set.')).toBeVisible();
    await pill(page).click();
    await page.getByRole('menuitem', { name: /^Refresh/ }).click();
    await expect(pill(page)).toContainText('Client certificate required');
    await pill(page).click();
    await page.getByRole('menuitem', { name: 'Client certificate…' }).click();
    await expect(asked.getByLabel('Server address')).toHaveValue(gateway.url);
    await choose('client', PASSPHRASE);
    await expect(asked).toBeHidden();
    await expect(pill(page)).toContainText('Online');
    for (const [name, setUp] of [
      ['light', { colorScheme: 'light' }],
      ['dark', { colorScheme: 'dark' }],
    ] as const) {
      await page.setViewportSize({ width: 1024, height: 700 });
      await page.emulateMedia(setUp);
      await page.getByText('Certificate of this computer').scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath(`settings-${name}.png`) });
    }
    await page.getByText('Polski', { exact: true }).click();
    await page.getByText('Certyfikat tego komputera').scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath('settings-pl.png') });
    gateway.close();
  });
});
