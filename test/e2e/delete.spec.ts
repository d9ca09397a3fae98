import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { expectNothingWaits, send, toast } from './support/frame.ts';
import { open, panelOf } from './support/records.ts';
import { held, idOf, theRecord } from './support/service.ts';
import { changesetRow, preview } from './support/sheets.ts';

const CODE = 'H1145-18';
const OTHER = 'U1001-18';
const BAND = 'ABS-22-08-H1145';

test('deleting a record shows who uses it and replaces the references that can be changed', async ({
  app: { page },
  service,
}) => {
  test.slow();
  service.state.patch('edgeBands', idOf(service, 'edgeBands', BAND), { data: [{ SIFRA: CODE }] });
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
  await open(page, 'Materials', CODE);
  await panelOf(page).getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('from Deleted for 30 days');
  const users = dialog.getByRole('list', { name: /records use it/ });
  await expect(users.getByRole('button', { name: 'Szafa Sawa 2D 90' })).toBeVisible();
  await expectAccessible(page, 'delete dialog');
  await dialog.getByRole('button', { name: 'Replace references…' }).click();
  await page.getByRole('button', { name: 'Choose a record' }).click();
  await page.getByRole('combobox', { name: /code or name/i }).fill(OTHER);
  await page.getByRole('option', { name: OTHER }).click();
  const table = await preview(page);
  await expect(page.getByRole('dialog')).toContainText(
    'cannot be changed and keep their references',
  );
  await expect(changesetRow(table, BAND)).toContainText(OTHER);
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  // The deletion is asked again; the edge band does not use the material any more.
  await expect(users).toBeVisible();
  await expect(users.getByRole('button', { name: BAND })).toHaveCount(0);
  await expect(dialog).toContainText('read-only after creation');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await send(page);
  await expectNothingWaits(page);
  expect(held(service, 'materials', CODE)).toHaveLength(0);
  expect(theRecord(service, 'edgeBands', BAND)).toMatchObject({ data: [{ SIFRA: OTHER }] });
});
