import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { dropFolder, writeFile } from './support/files.ts';
import { goTo, rail, send, toast } from './support/frame.ts';
import { burst, ENTER } from './support/hands.ts';
import { begin, giveModel, section } from './support/plan.ts';
import { open } from './support/records.ts';
import { held, writes } from './support/service.ts';

function side(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Plan part' });
}

const BAND = 'ABS-22-TEST';

async function typeBand(page: Page, code: string): Promise<void> {
  await section(page, 'Edge bands').getByRole('button', { name: /^New/ }).click();
  await side(page).getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await side(page).getByRole('textbox', { name: 'Name' }).fill('ABS 22 test');
}

test.describe('a plan to add a product', () => {
  test('says of each part what will become of it, and is kept at every keystroke', async ({
    app: { page },
    service,
  }) => {
    await begin(page);
    await page.getByRole('textbox', { name: 'Plan name' }).fill('Wardrobe');
    await typeBand(page, BAND);
    await expect(section(page, 'Edge bands')).toContainText(/Incomplete|New/);
    const known = String(service.state.all('edgeBands')[0]?.['code']);
    await side(page).getByRole('textbox', { name: 'Code', exact: true }).fill(known);
    await expect(section(page, 'Edge bands')).toContainText('Existing');
    await expect(section(page, 'Edge bands')).toContainText('stays unchanged');
    await side(page).getByRole('textbox', { name: 'Code', exact: true }).fill(BAND);
    await expect(page.getByRole('banner')).toContainText('Draft saved');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Plan name' })).toHaveValue('Wardrobe');
    await expect(section(page, 'Edge bands')).toContainText(BAND);
  });

  test('takes by Enter the record whose code was typed, not what fewer letters had found', async ({
    app: { page },
  }) => {
    const code = 'ZAW-095-ND';
    await begin(page);
    const fittings = section(page, 'Fittings');
    await fittings.getByRole('button', { name: 'Existing fitting…' }).click();
    const pick = page.getByRole('combobox', { name: 'Code or name' });
    const found = page.locator('.pick-rows').getByRole('option');
    await expect(found.nth(1)).toBeVisible();
    await expectAccessible(page, 'picking a record');
    await burst(page, code, ENTER);
    // Enter was pressed before the answer arrived and takes effect with the answer.
    await expect(fittings.locator('.plan-part')).toContainText(code);
    // A part that is picked twice appears once.
    await expect(pick).toBeHidden();
    await fittings.getByRole('button', { name: 'Existing fitting…' }).click();
    await pick.fill(code);
    await page.keyboard.press('Enter');
    await expect(pick).toBeHidden();
    await expect(fittings.locator('.plan-part')).toHaveCount(1);
  });

  test('made from a product is queued once as one group, and sent in order', async ({
    app: { page },
    service,
  }) => {
    test.slow();
    await goTo(page, 'Add a product');
    await page.getByRole('button', { name: 'Copy a product…' }).click();
    await page.getByRole('combobox', { name: 'Code or name' }).fill('Biurko Sawa 140');
    await page.keyboard.press('Enter');
    await expect(section(page, 'Product')).toContainText('A product with this name already exists');
    await section(page, 'Product').getByRole('button', { expanded: false }).first().click();
    await side(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Biurko Nowe 140');
    await expect(section(page, 'Product')).toContainText('Biurko Nowe 140');
    await expect(section(page, 'Product')).not.toContainText('A product with this name');
    await typeBand(page, BAND);
    const thickness = side(page).getByRole('textbox', { name: 'Thickness' });
    await thickness.fill('0,8');
    const queue = page.getByRole('button', { name: 'Add to Outbox' });
    await expect(section(page, 'Product')).toContainText('3D model is required');
    await expect(queue).toBeDisabled();
    await giveModel(page, 'biurko nowe 140.obj');
    await expect(queue).toBeEnabled();
    // The edge band is only in the plan: the product does not name it.
    await expect(section(page, 'Edge bands')).toContainText('The product does not use this code');
    await queue.click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText(BAND);
    await question.getByRole('button', { name: 'Add anyway' }).click();
    await expect(toast(page, /new records? added to Outbox/)).toBeVisible();
    await expect(queue).toBeDisabled();
    await expect(section(page, 'Edge bands')).toContainText('From this plan');
    await expect(section(page, 'Product')).toContainText('From this plan');
    await expect(page.getByRole('main')).not.toContainText('entered here');
    await expect(rail(page).getByRole('button', { name: /^Outbox/ })).toContainText('2');
    await send(page);
    await expect.poll(() => held(service, 'products', 'Biurko Nowe 140').length).toBe(1);
    expect(held(service, 'edgeBands', BAND)).toHaveLength(1);
    const creations = writes(service).filter(({ method }) => method === 'POST');
    expect(creations.map(({ path }) => path).findIndex((path) => /edge/i.test(path))).toBe(0);
  });

  test('that was taken back is changed and queued again', async ({ app: { page }, service }) => {
    await begin(page);
    await typeBand(page, BAND);
    await side(page).getByRole('textbox', { name: 'Thickness' }).fill('0,8');
    // The button itself says that the product is not included.
    const queue = page.getByRole('button', { name: 'Add without a product' });
    await queue.click();
    await expect(toast(page, /new records? added to Outbox/)).toBeVisible();
    await expect(page.getByText('in Outbox as one group, without a product')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to Outbox' })).toBeDisabled();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('were undone, discarded or deleted')).toBeVisible();
    await section(page, 'Edge bands').getByRole('button', { name: BAND }).click();
    await side(page).getByRole('textbox', { name: 'Name' }).fill('ABS 22 second');
    await queue.click();
    await expect(page.getByText('were undone, discarded or deleted')).toHaveCount(0);
    await send(page);
    await expect
      .poll(() => held(service, 'edgeBands', BAND))
      .toMatchObject([{ name: 'ABS 22 second' }]);
  });

  test('does not use what is queued to be removed', async ({ app: { page }, service }) => {
    const known = String(service.state.all('edgeBands')[0]?.['code']);
    const panel = await open(page, 'Edge bands', known);
    await panel.getByRole('button', { name: /^Delete/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(toast(page, /deletion/i)).toBeVisible();
    await begin(page);
    await typeBand(page, known);
    await expect(section(page, 'Edge bands')).toContainText('is marked for deletion');
    await expect(page.getByRole('button', { name: 'Add to Outbox' })).toBeDisabled();
  });

  test('gives files to the parts that their names speak of', async ({ app: { page } }) => {
    await begin(page);
    await section(page, 'Fittings').getByRole('button', { name: /^New/ }).click();
    await side(page).getByRole('textbox', { name: 'Code', exact: true }).fill('ZAW-777-TT');
    const choosing = page.waitForEvent('filechooser');
    await section(page, 'Files').getByRole('button', { name: 'Choose files…' }).click();
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await (
      await choosing
    ).setFiles([
      { name: 'zaw-777-tt front.png', mimeType: 'image/png', buffer: png },
      { name: 'holiday.png', mimeType: 'image/png', buffer: png },
    ]);
    const files = section(page, 'Files');
    await expect(files.getByRole('listitem').filter({ hasText: 'zaw-777-tt front' })).toContainText(
      'Images',
    );
    await expect(files.getByRole('listitem').filter({ hasText: 'holiday' })).toContainText(
      'contains no code or name',
    );
  });

  test('is opened from a manifest and saved as one', async ({ app: { page } }) => {
    await goTo(page, 'Add a product');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a manifest…' }).click();
    const manifest = {
      edgeBands: [{ code: BAND, name: 'ABS 22 test', thickness: 0.8 }],
      product: { name: 'Wardrobe from file', status: '1' },
    };
    await (
      await choosing
    ).setFiles({
      name: 'wardrobe.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(manifest)),
    });
    await expect(section(page, 'Edge bands')).toContainText(BAND);
    await expect(section(page, 'Product')).toContainText('Wardrobe from file');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as manifest' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('Wardrobe from file.json');
    const saved: unknown = JSON.parse(fs.readFileSync(await download.path(), 'utf8'));
    expect(saved).toEqual(manifest);
  });

  test('is opened from a manifest that was chosen with its files, and saved in one ZIP', async ({
    app: { page },
    place,
  }) => {
    const folder = path.join(place, 'manifest');
    const model = writeFile(
      folder,
      'body.obj',
      'uploads/products/komoda-dolina-6s-140.obj',
      'manifest',
    );
    const manifest = path.join(folder, 'wardrobe.json');
    const product = { name: 'Szafa z plikiem', status: '1', model: 'body.obj' };
    fs.writeFileSync(manifest, JSON.stringify({ product }));
    await goTo(page, 'Add a product');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a manifest…' }).click();
    await (await choosing).setFiles([manifest, model]);
    await expect(section(page, 'Files')).toContainText('body.obj');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as manifest' }).click();
    await expect(toast(page, 'Saved with 1 file')).toBeVisible();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('Szafa z plikiem.zip');
    expect(fs.readFileSync(await download.path(), 'latin1')).toContain('body.obj');
  });

  test('takes a folder that is dropped on it, each file by its name', async ({
    app: { page },
    place,
  }) => {
    await begin(page);
    await section(page, 'Fittings').getByRole('button', { name: /^New/ }).click();
    await side(page).getByRole('textbox', { name: 'Code', exact: true }).fill('ZAW-888-TT');
    const folder = path.join(place, 'drop');
    writeFile(folder, 'zaw888tt.obj', 'uploads/products/komoda-dolina-6s-140.obj', 'drop');
    writeFile(folder, 'deep/other.obj', 'uploads/products/komoda-dolina-6s-140.obj', 'other');
    await dropFolder(page.locator('.plan'), folder);
    const files = section(page, 'Files');
    await expect(files.getByRole('listitem').filter({ hasText: 'zaw888tt' })).toContainText(
      '3D model',
    );
    await expect(files.getByRole('listitem').filter({ hasText: 'other.obj' })).toContainText(
      'contains no code or name',
    );
    await page.reload();
    await expect(section(page, 'Files')).toContainText('zaw888tt');
  });
});
