import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { goTo, send } from './support/frame.ts';
import { find, grid, open, panelOf, rowOf } from './support/records.ts';

const HINGE = 'ZAW-095-FE';

test.describe('the focus in the panel', () => {
  test('stays in the field when it is kept with Ctrl+S', async ({ app: { page } }) => {
    const panel = await open(page, 'Fittings', HINGE);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Zawias');
    await page.keyboard.press('Control+s');
    await expect(panel).toContainText('1 change waiting');
    await expect(name).toBeFocused();
    await name.fill('Zawias 2');
    await page.keyboard.press('Control+s');
    await expect(panel).not.toContainText('Keep');
    await expect(name).toBeFocused();
  });

  test('goes on in the same field of a record that was just made', async ({ app: { page } }) => {
    await goTo(page, 'Edge bands');
    await expect(grid(page)).toBeVisible();
    await page.keyboard.press('Alt+n');
    const creation = page.getByRole('complementary');
    await creation.getByRole('textbox', { name: 'Code', exact: true }).fill('NEW-1');
    await creation.getByRole('textbox', { name: 'Name', exact: true }).fill('New band');
    await page.keyboard.press('Control+s');
    const name = panelOf(page).getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('New band');
    await expect(name).toBeFocused();
  });
});

test.describe('a text that is not kept yet', () => {
  test('is there again when its new record has got its id from the service', async ({
    app: { page },
  }) => {
    await goTo(page, 'Edge bands');
    await expect(grid(page)).toBeVisible();
    await page.keyboard.press('Alt+n');
    const creation = page.getByRole('complementary');
    await creation.getByRole('textbox', { name: 'Code', exact: true }).fill('NEW-1');
    await creation.getByRole('textbox', { name: 'Name', exact: true }).fill('New band');
    await page.keyboard.press('Control+s');
    const panel = panelOf(page);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('New band');
    await name.fill('Half typed');
    await page.keyboard.press('Escape');
    await goTo(page, 'Outbox');
    await send(page);
    await find(page, 'Edge bands', 'NEW-1');
    await rowOf(page, 'NEW-1').getByText('New band').click();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Half typed',
    );
    await page.reload();
    await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Half typed',
    );
  });
});
