import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import type { JourneyService } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, expectNothingWaits, goTo, send, toast } from './support/frame.ts';
import { chooseLanguage, chooseTheme } from './support/looks.ts';
import { picture } from './support/picture.ts';
import { giveModel, section } from './support/plan.ts';
import { addFitting, cellOf, find } from './support/records.ts';
import { held } from './support/service.ts';
import { changesetRow, check, openSheet, queue } from './support/sheets.ts';

const CODES = Array.from({ length: 8 }, (_, at) => `NOWE-${at + 1}`);

/** Adds eight fittings without a status and sends them; the service refuses each. */
async function refuseEight(page: Page, service: JourneyService): Promise<void> {
  service.setVariant({ statusRule: 'required' });
  for (const code of CODES) await addFitting(page, code);
  await send(page);
  await goTo(page, 'Outbox');
}

/** Returns the requests that create a fitting, also those that the service refused. */
const creations = (service: JourneyService) =>
  service.log.filter(({ method, path }) => method === 'POST' && path.endsWith('/fittings'));

test('eight changes that the server rejected for one field are corrected at once', async ({
  app: { page },
  service,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1024, height: 700 });
  await refuseEight(page, service);
  const groups = page.getByRole('list', { name: 'Rejected for the same reason' });
  await expect(groups).toContainText('The server rejected 8 changes without a value for Status.');
  await expect(groups).toContainText('"status" is required');
  expect(creations(service)).toHaveLength(8);
  await expectAccessible(page, 'a group of rejected changes');
  await picture(page, 'group-1024');

  await groups.getByRole('button', { name: 'Correct all 8…' }).click();
  const form = dialog(page, 'Correct Status: 8 fittings');
  await expect(form).toContainText('"status" is required');
  await expectAccessible(page, 'the correction');
  await picture(page, 'correct-1024');
  await form.getByRole('textbox', { name: 'Value', exact: true }).fill('1');
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('row')).toHaveCount(9);
  await picture(page, 'preview-1024');
  expect(creations(service)).toHaveLength(8);
  await preview.getByRole('button', { name: 'Save 8 changes' }).click();
  await expect(groups).toHaveCount(0);
  expect(creations(service)).toHaveLength(8);

  await send(page);
  await expectNothingWaits(page);
  expect(creations(service)).toHaveLength(16);
  for (const code of CODES)
    expect(held(service, 'fittings', code)).toMatchObject([{ status: '1' }]);
});

test('a new form asks once for a field that the server required before', async ({
  app: { page },
  service,
}) => {
  test.slow();
  service.setVariant({ statusRule: 'required' });
  await addFitting(page, 'NOWE-1');
  await send(page);
  await goTo(page, 'Fittings');
  await page.getByRole('button', { name: 'Add: Fitting' }).click();
  const form = page.getByRole('complementary', { name: 'New: Fitting' });
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('NOWE-2');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Drugie');
  const create = form.getByRole('button', { name: /^Create/ });
  await create.click();
  await expect(form).toContainText('The server rejected a record without this value on');
  await expectAccessible(page, 'a question about a rejected value');
  await picture(page, 'form-1280');
  expect(creations(service)).toHaveLength(1);
  await create.click();
  await expect(toast(page, 'New record ready to send')).toBeVisible();
  await send(page);
  await goTo(page, 'Outbox');
  await expect(page.getByRole('list', { name: 'Rejected for the same reason' })).toContainText(
    '2 changes',
  );
});

test('the group and the question are there in Polish and in the dark', async ({
  app: { page },
  service,
}) => {
  test.slow();
  await refuseEight(page, service);
  await picture(page, 'group-light');
  await chooseTheme(page, 'dark');
  await goTo(page, 'Outbox');
  await picture(page, 'group-dark');
  await chooseLanguage(page, 'pl');
  await goTo(page, 'Do wysłania');
  const groups = page.getByRole('list', { name: 'Odrzucone z tego samego powodu' });
  await expect(groups).toContainText('Serwer odrzucił 8 zmian bez wartości w polu Status.');
  await picture(page, 'group-dark-pl');
  await groups.getByRole('button', { name: 'Popraw wszystkie 8…' }).click();
  await picture(page, 'correct-dark-pl');
  await page.keyboard.press('Escape');
  await goTo(page, 'Okucia');
  await page.getByRole('button', { name: 'Dodaj: Okucie' }).click();
  const form = page.getByRole('complementary', { name: 'Nowy rekord: Okucie' });
  await form.getByRole('textbox', { name: 'Kod', exact: true }).fill('NOWE-9');
  await form.getByRole('textbox', { name: 'Nazwa', exact: true }).fill('Dziewiąte');
  await page.keyboard.press('Control+S');
  await expect(form).toContainText('Serwer odrzucił rekord bez tej wartości dnia');
  await picture(page, 'form-dark-pl');
});

test('values that the server accepts are offered for those that it rejected', async ({
  app: { page },
  service,
}) => {
  test.slow();
  service.setVariant({ statusRule: 'oneOf', faultForm: 'schema' });
  for (const code of CODES.slice(0, 2)) await addFitting(page, code, { Status: '7' });
  await send(page);
  await goTo(page, 'Outbox');
  const groups = page.getByRole('list', { name: 'Rejected for the same reason' });
  await expect(groups).toContainText('The server rejected the value of Status in 2 changes.');
  await picture(page, 'restricted-light');
  await groups.getByRole('button', { name: 'Correct all 2…' }).click();
  const form = dialog(page, 'Correct Status: 2 fittings');
  const offers = form.getByRole('group', { name: 'Accepted by the server:' });
  await expect(offers.getByRole('button')).toHaveText([/^1/, /^2/]);
  await offers.getByRole('button', { name: /^2/ }).click();
  await picture(page, 'restricted-correct');
  await form.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Save 2 changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await send(page);
  await expectNothingWaits(page);
  expect(held(service, 'fittings', 'NOWE-1')).toMatchObject([{ status: '2' }]);
});

test('an import asks for a field that the server required before, and leaves the row out', async ({
  app: { page },
  service,
}) => {
  test.slow();
  service.setVariant({ statusRule: 'required' });
  await addFitting(page, 'NOWE-1');
  await send(page);
  await goTo(page, 'Fittings');
  const text = 'Kod;Nazwa;Status\nNOWE-2;Drugie;1\nNOWE-3;Trzecie;';
  await openSheet(page, 'Fittings', { name: 'nowe.csv', text });
  const table = await check(page);
  const asked = changesetRow(table, 'NOWE-3');
  await expect(asked).toContainText('this server rejected a record without it on');
  await expect(asked.getByRole('checkbox')).not.toBeChecked();
  await expect(changesetRow(table, 'NOWE-2').getByRole('checkbox')).toBeChecked();
  await expectAccessible(page, 'an import with a row without a required value');
  await picture(page, 'import-1280');
  await queue(page);
  await send(page);
  expect(held(service, 'fittings', 'NOWE-2')).toMatchObject([{ status: '1' }]);
  expect(held(service, 'fittings', 'NOWE-3')).toEqual([]);
  expect(creations(service)).toHaveLength(2);
});

test('a plan asks for a field that the server required before', async ({
  app: { page },
  service,
}) => {
  test.slow();
  service.setVariant({ statusRule: 'required' });
  await addFitting(page, 'NOWE-1');
  await send(page);
  await goTo(page, 'Add a product');
  await page.getByRole('button', { name: 'Copy a product…' }).click();
  await page.getByRole('combobox', { name: 'Code or name' }).fill('Biurko Sawa 140');
  await page.keyboard.press('Enter');
  await section(page, 'Fittings').getByRole('button', { name: /^New/ }).click();
  const part = page.getByRole('complementary', { name: 'Plan part' });
  await part.getByRole('textbox', { name: 'Code', exact: true }).fill('NOWE-2');
  await part.getByRole('textbox', { name: 'Name', exact: true }).fill('Drugie');
  const fittings = section(page, 'Fittings');
  await expect(fittings).toContainText('this server rejected a record without it on');
  await expectAccessible(page, 'a plan part without a required value');
  await picture(page, 'plan-1280');
  await giveModel(page, 'biurko sawa 140 z kontenerem.obj');
  await page.getByRole('button', { name: 'Add to Outbox' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('The server rejected such a value in another record');
  await expect(question).toContainText('NOWE-2: Status');
  await page.keyboard.press('Escape');
  await part.getByLabel('Status', { exact: true }).fill('1');
  await expect(fittings).not.toContainText('this server rejected');
});

test('an edit asks before a value that the server rejected before', async ({
  app: { page },
  service,
}) => {
  test.slow();
  service.setVariant({ statusRule: 'oneOf', faultForm: 'schema' });
  await addFitting(page, 'NOWE-1', { Status: '7' });
  await send(page);
  await find(page, 'Fittings', 'NOWE-1');
  const cell = await cellOf(page, 'NOWE-1', 'Status');
  await cell.dblclick();
  await cell.getByRole('textbox').fill('8');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The server accepts only 1, 2')).toBeVisible();
  await picture(page, 'edit-1280');
});
