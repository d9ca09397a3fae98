import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo, pill, send, toast } from './support/frame.ts';
import { find, grid } from './support/records.ts';
import { theRecord, writes } from './support/service.ts';
import { counts, planRow, preview, queue } from './support/sheets.ts';

test('+3.5 % rounded to 0.10 shows old, new and difference, and queues exactly the ticked', async ({
  app: { page },
  service,
}) => {
  await find(page, 'Materials', 'Marmur');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 154');
  await grid(page).getByRole('checkbox', { name: 'Select everything that matches' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('By', { exact: true }).fill('3,5');
  await expect(form).toContainText('12.50 → 12.90');
  await expectAccessible(page, 'bulk change');
  await page.keyboard.press('Enter');
  const table = await preview(page);
  // 308.00 and 3.5 % more are 318.78.
  const row = planRow(table, 'F3105-BK-12');
  await expect(row).toContainText('308.00');
  await expect(row).toContainText('318.80');
  await expect(row).toContainText('+10.80');
  const all = Number((await counts(page)).find((text) => text.endsWith('changed'))?.split(' ')[0]);
  expect(all).toBeGreaterThan(4);
  await row.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: `Queue ${all - 1} changes` }).click();
  await expect(toast(page, `+3.5 % on ${all - 1} materials`)).toBeVisible();
  await expect(pill(page)).toContainText(`${all - 1} waiting`);
  await send(page);
  await expect(pill(page)).not.toContainText('waiting');
  expect(writes(service)).toHaveLength(all - 1);
  expect(Number(theRecord(service, 'materials', 'F3105-BK-12')['price'])).toBe(308);
});

test('a text is found and replaced, and the palette names what Undo takes back', async ({
  app: { page },
}) => {
  await find(page, 'Materials', 'Marmur Karelia');
  await grid(page).getByRole('checkbox', { name: 'Select everything that matches' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('What').selectOption('replace');
  await form.getByLabel('Field', { exact: true }).selectOption({ label: 'Name' });
  await form.getByLabel('Find', { exact: true }).fill('karelia');
  await form.getByLabel('Replace by').fill('Karpaty');
  await form.getByRole('button', { name: 'Look what would change' }).click();
  const table = await preview(page);
  await expect(planRow(table, 'F3105-BK-12')).toContainText('Blat kompaktowy Marmur Karpaty');
  await expectAccessible(page, 'replacement');
  await queue(page);
  await goTo(page, 'Outbox');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo');
  const first = page.getByRole('option').first();
  await expect(first).toContainText(/^Undo: “karelia” → “Karpaty” on \d+ materials/);
  await page.keyboard.press('Enter');
  await expect(pill(page)).not.toContainText('waiting');
});
