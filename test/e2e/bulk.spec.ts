import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { expectNothingWaits, goTo, pill, send, toast } from './support/frame.ts';
import { find, grid } from './support/records.ts';
import { theRecord, writes } from './support/service.ts';
import { counts, changesetRow, preview, queue } from './support/sheets.ts';

/** 412 materials; 14 of them cost nothing, so 3.5 % more changes nothing there. */
const TRIALS = Array.from({ length: 412 }, (_, at) => ({
  SIFRA: `PR-${String(at).padStart(3, '0')}`,
  name: `Płyta próbna ${at}`,
  price: at % 30 === 29 || at === 400 ? 0 : 10 + at,
}));

test('accept 8: +3.5 % rounded to 0.10 on 412 materials is seen whole, and exactly the ticked are queued', async ({
  app: { page },
  service,
}) => {
  test.slow();
  for (const material of TRIALS) service.state.insert('materials', material);
  await goTo(page, 'Materials');
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
  await find(page, 'Materials', 'Płyta próbna');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('412 of');
  await grid(page).getByRole('checkbox', { name: 'Select all matching records' }).click();
  await page.getByRole('button', { name: 'Bulk edit…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Percentage', { exact: true }).fill('3,5');
  await form.getByLabel('Round to').selectOption({ label: '0.10' });
  await expect(form).toContainText('12.50 → 12.90');
  await expectAccessible(page, 'bulk change');
  await page.keyboard.press('Enter');
  const table = await preview(page);
  expect(await counts(page)).toEqual(['All 412', '398 changed', '14 unchanged']);
  // 11.00 plus 3.5 % is 11.385.
  const row = changesetRow(table, 'PR-001');
  await expect(row).toContainText('11.00');
  await expect(row).toContainText('11.40');
  await expect(row).toContainText('+0.40');
  await row.getByRole('checkbox').uncheck();
  await changesetRow(table, 'PR-003').getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Save 396 changes' }).click();
  await expect(toast(page, '+3.5 % for 396 materials')).toBeVisible();
  await expect(pill(page)).toContainText('396 pending');
  const undo = page.getByRole('banner').getByRole('button', { name: /^Undo:/ });
  await expect(undo).toHaveAccessibleName('Undo: +3.5 % for 396 materials');
  await undo.click();
  await expectNothingWaits(page);
  expect(writes(service)).toEqual([]);
});

test('what was ticked is sent, and nothing else', async ({ app: { page }, service }) => {
  await find(page, 'Materials', 'Marmur');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 154');
  await grid(page).getByRole('checkbox', { name: 'Select all matching records' }).click();
  await page.getByRole('button', { name: 'Bulk edit…' }).click();
  await page.getByRole('dialog').getByLabel('Percentage', { exact: true }).fill('3,5');
  await page.keyboard.press('Enter');
  const row = changesetRow(await preview(page), 'F3105-BK-12');
  // 308.00 plus 3.5 % is 318.78.
  await expect(row).toContainText('318.80');
  const all = Number((await counts(page)).find((text) => text.endsWith('changed'))?.split(' ')[0]);
  expect(all).toBeGreaterThan(4);
  await row.getByRole('checkbox').uncheck();
  await queue(page);
  await expect(pill(page)).toContainText(`${all - 1} pending`);
  await send(page);
  await expectNothingWaits(page);
  await expect.poll(() => writes(service)).toHaveLength(all - 1);
  expect(Number(theRecord(service, 'materials', 'F3105-BK-12')['price'])).toBe(308);
});

test('a value is set on a selection, and cleared again', async ({ app: { page }, service }) => {
  await find(page, 'Materials', 'Marmur Karelia');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 154');
  await grid(page).getByRole('checkbox', { name: 'Select all matching records' }).click();
  const change = async (what: string, value?: string) => {
    await page.getByRole('button', { name: 'Bulk edit…' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Operation').selectOption(what);
    await form.getByLabel('Field', { exact: true }).selectOption('DEB');
    if (value !== undefined) await form.getByLabel('Value').fill(value);
    await form.getByRole('button', { name: 'Preview' }).click();
    await preview(page);
    await queue(page);
  };
  await change('set', '19');
  await expect(toast(page, /Thickness \(DEB\) set to “19\smm” for 4 materials/)).toBeVisible();
  await send(page);
  await expect.poll(() => theRecord(service, 'materials', 'F3105-BK-12')['DEB']).toBe('19');
  await expectNothingWaits(page);
  await change('clear');
  await expect(toast(page, 'Thickness (DEB) cleared for 4 materials')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expectNothingWaits(page);
});

test('a text is found and replaced, and the palette names what Undo takes back', async ({
  app: { page },
}) => {
  await find(page, 'Materials', 'Marmur Karelia');
  await grid(page).getByRole('checkbox', { name: 'Select all matching records' }).click();
  await page.getByRole('button', { name: 'Bulk edit…' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Operation').selectOption('replace');
  await form.getByLabel('Field', { exact: true }).selectOption({ label: 'Name' });
  await form.getByLabel('Find', { exact: true }).fill('karelia');
  await form.getByLabel('Replace with').fill('Karpaty');
  await form.getByRole('button', { name: 'Preview' }).click();
  const table = await preview(page);
  await expect(changesetRow(table, 'F3105-BK-12')).toContainText('Blat kompaktowy Marmur Karpaty');
  await expectAccessible(page, 'replacement');
  await queue(page);
  await goTo(page, 'Outbox');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo');
  const first = page.getByRole('option').first();
  await expect(first).toContainText(/^Undo: “karelia” → “Karpaty” for \d+ materials/);
  await page.keyboard.press('Enter');
  await expectNothingWaits(page);
});
