import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { goTo, toast } from './support/frame.ts';
import { cellOf, grid, panelOf, rowOf } from './support/records.ts';
import { idOf, theRecord } from './support/service.ts';

const TYPED = 'Zawias, jeszcze nie gotowe';

test('a refresh moves neither the list, the selection, the open record nor the focus, and counts quietly', async ({
  app: { page },
  service,
}) => {
  await goTo(page, 'Fittings');
  await grid(page).focus();
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('PageDown');
  const code = await grid(page)
    .locator('[aria-selected]')
    .nth(12)
    .getByRole('gridcell')
    .nth(2)
    .innerText();
  const row = rowOf(page, code);
  await row.getByRole('checkbox').check();
  await (await cellOf(page, code, 'Code')).click();
  await page.keyboard.press('Enter');
  const name = panelOf(page).getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(TYPED);
  const before = await row.boundingBox();

  const { _id, ...copied } = theRecord(service, 'fittings', code);
  for (const added of ['AAA-1', 'AAA-2', 'AAA-3'])
    service.state.insert('fittings', { ...copied, kod: added });
  service.state.patch('fittings', idOf(service, 'fittings', code), { price: 11.5 });
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
  await expect(await cellOf(page, code, 'Price')).toHaveText('11.50');

  expect((await row.boundingBox())?.y).toBe(before?.y);
  await expect(row.getByRole('checkbox')).toBeChecked();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue(TYPED);

  const status = page.getByRole('contentinfo');
  await expect(status).toContainText('4 records changed by others');
  await status.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toContainText(
    'History',
  );
  for (const each of ['AAA-1', 'AAA-2', 'AAA-3', code])
    await expect(page.getByRole('main')).toContainText(each);
  await expect(status).not.toContainText('changed by others');
});
