import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo, pill, send, toast } from './support/frame.ts';
import { decision } from './support/outbox.ts';
import { addFitting, cellOf, editCell, find, priceOf, rowOf } from './support/records.ts';
import { held, idOf, theRecord, writes } from './support/service.ts';

const CODE = 'ZAW-095-FE';

/** Sends a price that conflicts and answers its card. */
async function clash(page: Page, choose: (card: Locator) => Promise<void>): Promise<void> {
  await send(page);
  const card = await decision(page, 'Changed on the server too');
  await choose(card);
  await card.getByRole('button', { name: 'Apply' }).click();
  await expect(card).toBeHidden();
}

test.describe('someone else changed the record meanwhile', () => {
  test('another field is merged and nobody is asked', async ({ app: { page }, service }) => {
    const id = idOf(service, 'fittings', CODE);
    await priceOf(page, CODE, '9,95');
    service.state.patch('fittings', id, { name: 'Zawias 95°, nazwa z biura', stock: 77 });
    await send(page);
    await expect(toast(page, '1 change sent')).toBeVisible();
    await expect(pill(page)).not.toContainText(/\d pending|decide/);
    await find(page, 'Fittings', CODE);
    await expect(await cellOf(page, CODE, 'Name')).toHaveText('Zawias 95°, nazwa z biura');
    await expect(await cellOf(page, CODE, 'Price')).toHaveText('9.95');
    const record = theRecord(service, 'fittings', CODE);
    expect(record).toMatchObject({ name: 'Zawias 95°, nazwa z biura', stock: 77 });
    expect(Number(record['price'])).toBe(9.95);
    expect(writes(service).map(({ body }) => body)).toEqual([{ price: 9.95 }]);
  });

  test('the same field is asked about, and nothing is chosen beforehand', async ({
    app: { page },
    service,
  }) => {
    await priceOf(page, CODE, '9,95');
    service.state.patch('fittings', idOf(service, 'fittings', CODE), { price: 11.5, stock: 77 });
    await send(page);
    const card = await decision(page, 'Changed on the server too');
    await expect(card).toContainText('Nothing was sent.');
    await expect(card.getByRole('columnheader', { name: /^Mine this computer/ })).toBeVisible();
    await expect(card.getByRole('columnheader', { name: /^Server updated/ })).toBeVisible();
    const row = card.getByRole('row', { name: /^Price/ });
    await expect(row).toContainText('6.40');
    for (const side of ['mine, 9.95', 'server, 11.5'])
      await expect(row.getByRole('radio', { name: `Price: ${side}` })).not.toBeChecked();
    await expect(card.getByRole('row', { name: /^Stock/ })).toContainText(
      'changed on the server only',
    );
    await expect(card.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await expect(card.getByText('Choose: Price')).toBeVisible();
    await row.getByRole('radio', { name: /mine/ }).check();
    await expect(card.getByRole('button', { name: 'Apply' })).toBeEnabled();
    expect(writes(service)).toEqual([]);
  });

  test('mine, once chosen, is what the service holds', async ({ app: { page }, service }) => {
    await priceOf(page, CODE, '9,95');
    service.state.patch('fittings', idOf(service, 'fittings', CODE), { price: 11.5, stock: 77 });
    await clash(page, (card) => card.getByRole('radio', { name: /mine/ }).check());
    await send(page);
    await expect(toast(page, '1 change sent')).toBeVisible();
    const record = theRecord(service, 'fittings', CODE);
    expect(Number(record['price'])).toBe(9.95);
    expect(record['stock']).toBe(77);
    await find(page, 'Fittings', CODE);
    await expect(await cellOf(page, CODE, 'Price')).toHaveText('9.95');
  });

  test("the service's, once chosen, stays and nothing is sent", async ({
    app: { page },
    service,
  }) => {
    await priceOf(page, CODE, '9,95');
    service.state.patch('fittings', idOf(service, 'fittings', CODE), { price: 11.5 });
    await clash(page, (card) => card.getByRole('radio', { name: /: server,/ }).check());
    await expect(pill(page)).not.toContainText(/\d pending|decide/);
    await send(page);
    expect(writes(service)).toEqual([]);
    expect(Number(theRecord(service, 'fittings', CODE)['price'])).toBe(11.5);
  });

  test("the service's, once chosen, is what the list shows", async ({ app: { page }, service }) => {
    await priceOf(page, CODE, '9,95');
    service.state.patch('fittings', idOf(service, 'fittings', CODE), { price: 11.55 });
    await clash(page, (card) => card.getByRole('radio', { name: /: server,/ }).check());
    await find(page, 'Fittings', CODE);
    await expect(await cellOf(page, CODE, 'Price')).toHaveText('11.55');
  });
});

test.describe('someone else deleted the record meanwhile', () => {
  test('the change can be dropped', async ({ app: { page }, service }) => {
    await priceOf(page, CODE, '9,95');
    service.state.remove('fittings', idOf(service, 'fittings', CODE));
    await send(page);
    const card = await decision(page, 'Deleted on the server');
    await expect(card).toContainText('You changed price');
    await card.getByRole('button', { name: 'Discard my change' }).click();
    await expect(page.getByText('No decisions needed')).toBeVisible();
    await send(page);
    expect(writes(service)).toEqual([]);
    expect(held(service, 'fittings', CODE)).toEqual([]);
  });

  test('the record can be created again with the change in it', async ({
    app: { page },
    service,
  }) => {
    const gone = theRecord(service, 'fittings', CODE);
    await priceOf(page, CODE, '9,95');
    service.state.remove('fittings', String(gone['_id']));
    await send(page);
    const card = await decision(page, 'Deleted on the server');
    await card.getByRole('button', { name: 'Create again' }).click();
    await expect(card).toBeHidden();
    await send(page);
    await expect(toast(page, '1 change sent')).toBeVisible();
    const record = theRecord(service, 'fittings', CODE);
    expect(record).toMatchObject({ name: gone['name'] });
    expect(Number(record['price'])).toBe(9.95);
    // Files are sent as copies or not at all: the old paths may be deleted together with the
    // record.
    const paths = [gone['images'], gone['model']].flat().filter((each) => each !== undefined);
    for (const each of paths) expect(JSON.stringify(record)).not.toContain(String(each));
    const made = writes(service).filter(({ path }) => !path.endsWith('/upload_image'));
    expect(made.map(({ method }) => method)).toEqual(['POST']);
    await goTo(page, 'Needs a decision');
    await expect(page.getByText('No decisions needed')).toBeVisible();
  });
});

test('someone else already made the code: what was set on their record stays as it was set', async ({
  app: { page },
  service,
}) => {
  const code = 'ZAW-300-XX';
  await addFitting(page, code);
  service.state.insert('fittings', { kod: code, name: 'Zawias z biura', price: 12 });
  await send(page);
  await page.keyboard.press('F5');
  await find(page, 'Fittings', 'z biura');
  await expect(rowOf(page, code)).toHaveCount(1);
  await editCell(page, code, 'Price', '14,90');
  const card = await decision(page, 'This code already exists');
  await expect(card).toContainText(
    'Only fields that can be changed after creation are sent: name.',
  );
  await expect(card).toContainText('Your own changes to that record are kept: price.');
  await card.getByRole('button', { name: 'Apply my values to it' }).click();
  await expect(page.getByText('No decisions needed')).toBeVisible();
  await send(page);
  const record = theRecord(service, 'fittings', code);
  expect(record).toMatchObject({ name: 'Zawias nowy, jeszcze niewysłany' });
  expect(Number(record['price'])).toBe(14.9);
});

test('one choice for many says of each what it would change there, and what stays', async ({
  app: { page },
  service,
}) => {
  test.slow();
  const [first, second, third] = ['ZAW-301-XX', 'ZAW-302-XX', 'ZAW-303-XX'] as const;
  for (const code of [first, second, third]) await addFitting(page, code);
  const name = 'Zawias nowy, jeszcze niewysłany';
  service.state.insert('fittings', { kod: first, name, price: 12 });
  service.state.insert('fittings', { kod: second, name: 'Zawias drugi z biura', price: 13 });
  service.state.insert('fittings', { kod: third, name, price: 17.45 });
  await send(page);
  await page.keyboard.press('F5');
  await find(page, 'Fittings', 'drugi z biura');
  await editCell(page, second, 'Price', '14,90');
  const card = await decision(page, 'This code already exists');
  await card.getByRole('button', { name: 'Same decision for the other 2…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Same decision for the rest' });
  const lineOf = (code: string) => dialog.getByRole('listitem').filter({ hasText: code });
  await expect(lineOf(first)).toContainText(/Price\s*Mine 17.45\s*Server 12/u);
  await expect(lineOf(second)).toContainText(/Name\s*Mine Zawias nowy.*Server Zawias drugi/u);
  await expect(lineOf(second)).toContainText(/Price\s*your change to that record is kept/u);
  await expect(lineOf(third)).toContainText('Discarded either way');
  await expectAccessible(page, 'one choice for many');
  await dialog.getByRole('checkbox', { name: third }).uncheck();
  await dialog.getByRole('radio', { name: 'Apply my values to it' }).check();
  await dialog.getByRole('button', { name: 'Apply to 2' }).click();
  await expect(dialog).toBeHidden();
  await decision(page, 'This code already exists');
  await send(page);
  const [one, two] = [first, second].map((code) => theRecord(service, 'fittings', code));
  expect(Number(one?.['price'])).toBe(17.45);
  expect(two).toMatchObject({ name });
  expect(Number(two?.['price'])).toBe(14.9);
});
