import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { Between } from './support/between.ts';
import { dialog, goTo, pill, rail, toast } from './support/frame.ts';
import { chooseLanguage } from './support/looks.ts';

const FULL = { code: 'disk-full', message: 'The disk is full.' } as const;
const SAID = 'The disk is full';

async function beginReview(page: Page, name: string): Promise<void> {
  await goTo(page, 'Review');
  await page.getByRole('combobox', { name: 'List' }).selectOption('edge-bands');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
}

const box = (page: Page, label: string) => page.getByRole('textbox', { name: label });

test.describe('what could not be done is told', () => {
  // Only a browser has a way to the core that a test can stand on.
  // oxlint-disable-next-line no-empty-pattern -- a fixture's first argument is an object pattern.
  test.beforeEach(({}, info) =>
    test.skip(info.project.name === 'electron', 'no socket to stand on'),
  );

  test('a deleted record that is not forgotten', async ({ app: { page }, service }) => {
    const [record] = service.state.all('fittings');
    service.state.remove('fittings', String(record?.['_id']));
    await page.keyboard.press('Control+r');
    await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
    const between = await Between.of(page);
    await goTo(page, 'History');
    await page.getByRole('button', { name: 'Deleted' }).click();
    await page.getByRole('list', { name: 'Deleted records' }).getByRole('button').first().click();
    const panel = page.getByRole('complementary', { name: 'Deleted record' });
    between.refuse('trash.forget', FULL);
    await panel.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await expect(panel.getByRole('alert')).toContainText(SAID);
  });

  test('the marks of a review that are not written, in the language of the window', async ({
    app: { page },
  }) => {
    await beginReview(page, 'Bands');
    const between = await Between.of(page);
    between.refuse('review.export', FULL);
    await chooseLanguage(page, 'pl');
    await rail(page)
      .getByRole('button', { name: /^Przegląd/ })
      .click();
    await page.getByRole('button', { name: 'Eksportuj wyniki przeglądu' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await expect(toast(page, 'Dysk jest pełny')).toBeVisible();
  });

  test('a review that cannot be read for once, which stays in front of the person', async ({
    app: { page },
  }) => {
    const between = await Between.of(page);
    await beginReview(page, 'Bands');
    between.refuse('review.get', FULL);
    await page.keyboard.press('a');
    await expect(page.getByRole('alert')).toContainText(SAID);
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
    between.letGo('review.get');
    await page.keyboard.press('a');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText(/^3 of \d+$/)).toBeVisible();
  });

  test('a review that is not renamed and not removed', async ({ app: { page } }) => {
    const between = await Between.of(page);
    await beginReview(page, 'Bands');
    await page.getByRole('button', { name: 'All reviews' }).click();
    between.refuse('review.rename', FULL);
    await page.getByRole('button', { name: 'Rename' }).click();
    const name = page.getByRole('listitem').getByRole('textbox', { name: 'Name' });
    await name.fill('Edge bands');
    await name.press('Enter');
    await expect(page.getByRole('alert')).toContainText(SAID);
    await expect(name).toHaveValue('Edge bands');
    await name.press('Escape');
    await expect(page.getByText(SAID)).toHaveCount(0);
    between.refuse('review.remove', FULL);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert')).toContainText(SAID);
  });

  test('a plan that is not removed', async ({ app: { page } }) => {
    const between = await Between.of(page);
    await goTo(page, 'Add a product');
    await page.getByRole('button', { name: 'New plan' }).click();
    await page.getByRole('button', { name: 'All plans' }).click();
    between.refuse('productDrafts.remove', FULL);
    await page.getByRole('button', { name: 'Delete plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete plan' }).click();
    await expect(page.getByRole('alert')).toContainText(SAID);
  });

  test('a view that is not kept and not deleted', async ({ app: { page } }) => {
    const between = await Between.of(page);
    await goTo(page, 'Fittings');
    await box(page, 'Filter fittings').fill('ZAW');
    const menu = page.locator('.view-button');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
    await dialog(page, 'Save view').getByLabel('Name').fill('Hinges');
    await dialog(page, 'Save view').getByRole('button', { name: 'Save' }).click();
    await expect(menu).toContainText('Hinges');
    await box(page, 'Filter fittings').fill('ZAW-1');
    between.refuse('views.save', FULL);
    await menu.click();
    await page.getByRole('menuitem', { name: /^Save changes/ }).click();
    await expect(toast(page, SAID)).toBeVisible();
    between.refuse('views.remove', { code: 'internal', message: 'A fault.' });
    await menu.click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await expect(toast(page, 'A fault.')).toBeVisible();
    await expect(menu).toContainText('Hinges');
  });

  test('a folder that could not be asked for', async ({ app: { page } }) => {
    const between = await Between.of(page);
    const managed = {
      serviceUrl: null,
      serviceOnly: false,
      tryUndocumented: true,
      settings: [],
      fault: null,
    };
    between.answer('shell.info', {
      shell: 'electron',
      platform: 'linux',
      version: '0',
      locale: 'en-GB',
      persistsSecrets: true,
      managed,
      profile: 'default',
    });
    between.refuse('shell.pickFolder', FULL);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Move…' }).click();
    await expect(page.getByRole('alert')).toContainText(SAID);
  });

  test('a setting that is not kept, until it is taken back', async ({ app: { page } }) => {
    const between = await Between.of(page);
    await goTo(page, 'Settings');
    between.refuse('settings.set', FULL);
    const size = box(page, 'Records per request');
    await size.fill('20');
    await size.press('Enter');
    await expect(page.getByRole('alert')).toContainText(SAID);
    await size.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(size).toHaveValue('0');
  });

  test('what is typed while a setting is being kept stays', async ({ app: { page } }) => {
    const between = await Between.of(page);
    await goTo(page, 'Settings');
    const size = box(page, 'Records per request');
    const letGo = between.hold('settings.set');
    await size.fill('20');
    await size.press('Enter');
    await size.fill('205');
    letGo();
    await expect(page.getByText('Saved', { exact: true })).toBeAttached();
    await expect(size).toHaveValue('205');
    await size.press('Enter');
    await page.reload();
    await expect(size).toHaveValue('205');
  });

  test('a page that the program does not know since it was started anew', async ({
    app: { page },
  }) => {
    const between = await Between.of(page);
    await expect(pill(page)).toBeVisible();
    await page.route('**/downloads', (route) => route.fulfill({ status: 401, body: '{}' }));
    await between.cut();
    await expect(page.getByText('is no longer valid')).toBeVisible();
  });
});
