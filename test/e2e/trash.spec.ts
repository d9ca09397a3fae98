import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import type { JourneyService } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { contentAt, sha256Of, writeFile } from './support/files.ts';
import { expectNothingWaits, goTo, pill, send, toast } from './support/frame.ts';
import { open, panelOf, priceOf } from './support/records.ts';
import { held, idOf } from './support/service.ts';

const CHANGED = 'ZAW-095-FE';
const REMOVED = 'ZAW-110-ND';

/** Changes one record and deletes another on the service, then pulls. */
async function others(page: Page, service: JourneyService): Promise<void> {
  service.state.patch('fittings', idOf(service, 'fittings', CHANGED), { price: 11.5 });
  service.state.remove('fittings', idOf(service, 'fittings', REMOVED));
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
}

async function part(page: Page, name: string): Promise<void> {
  await goTo(page, 'History');
  await page.getByRole('group', { name: 'History views' }).getByRole('button', { name }).click();
}

function deleted(page: Page): Locator {
  return page.getByRole('list', { name: 'Deleted records' });
}

test.describe('what happened', () => {
  test('tells what others changed, field by field, and leads to a review of it', async ({
    app: { page },
    service,
  }) => {
    await others(page, service);
    await part(page, 'Changes by others');
    const list = page.getByRole('list', { name: 'Changes by others' });
    const changed = list.getByRole('button', { name: new RegExp(`^Changed .*${CHANGED}`) });
    await expect(changed.getByRole('deletion')).toHaveText('6.40');
    await expect(changed.getByRole('insertion')).toHaveText('11.50');
    await expect(list.getByRole('button', { name: new RegExp(REMOVED) })).toContainText('Deleted');
    // A deleted record cannot be reviewed.
    await page.getByRole('button', { name: 'Review these records' }).click();
    await expect(page.getByText(/^1 of 1$/)).toBeVisible();
  });

  test('keeps a record that others removed, and creates it again with what will differ said', async ({
    app: { page },
    service,
  }) => {
    await others(page, service);
    expect(held(service, 'fittings', REMOVED)).toHaveLength(0);
    await part(page, 'Deleted');
    const row = deleted(page).getByRole('button', { name: new RegExp(REMOVED) });
    await expect(row).toContainText('Deleted by others');
    await row.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Deleted record' });
    await expect(panel).toContainText('The record gets a new ID');
    await panel.getByRole('button', { name: 'Create again' }).click();
    await expect(panelOf(page)).toContainText(REMOVED);
    await expect(pill(page)).toContainText('1 pending');
    await send(page);
    await expectNothingWaits(page);
    await expect.poll(() => held(service, 'fittings', REMOVED)).toHaveLength(1);
  });

  test('leads from a record that is open to what it held, once its removal was sent', async ({
    app: { page },
  }) => {
    const panel = await open(page, 'Fittings', REMOVED);
    await panel.getByRole('button', { name: /^Delete/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await send(page);
    await expect(panel).toContainText('This record no longer exists');
    await panel.getByRole('button', { name: 'Show last data' }).click();
    await expect(page.getByRole('complementary', { name: 'Deleted record' })).toContainText(
      REMOVED,
    );
  });

  test('asks for the model of a product of which no copy is here, and creates it again with it', async ({
    app: { page },
    service,
    place,
  }) => {
    const [product] = service.state.all('products');
    const name = String(product?.['name']);
    const before = held(service, 'products', name).length;
    service.state.remove('products', String(product?.['_id']));
    await page.keyboard.press('Control+r');
    await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
    await part(page, 'Deleted');
    await deleted(page).getByRole('button').first().click();
    const panel = page.getByRole('complementary', { name: 'Deleted record' });
    await expect(panel).toContainText('is required: choose the file again');
    const again = panel.getByRole('button', { name: 'Create again' });
    await expect(again).toBeDisabled();
    const choosing = page.waitForEvent('filechooser');
    await panel.getByRole('button', { name: 'Choose file…' }).click();
    const file = writeFile(place, 'corpus.obj', 'uploads/fittings/prowadnik-h0.obj', 'again');
    await (await choosing).setFiles(file);
    await expect(panel.getByText('corpus.obj')).toBeVisible();
    await expectAccessible(page, 'a deleted product with its file');
    await again.click();
    await send(page);
    await expectNothingWaits(page);
    await expect.poll(() => held(service, 'products', name)).toHaveLength(before);
    const made = held(service, 'products', name).at(-1);
    expect(contentAt(service, made?.['modelPath'])).toBe(sha256Of(file));
  });

  test('lists each request with the answer, as a list and with the record', async ({
    app: { page },
    service,
  }) => {
    await priceOf(page, CHANGED, '8,15');
    service.addFault({
      on: { method: 'PATCH', path: `/adminapi/fittings/${idOf(service, 'fittings', CHANGED)}` },
      nth: 1,
      kind: 'status',
      status: 400,
      message: 'price: must not be above 99',
    });
    await send(page);
    await part(page, 'Requests');
    const list = page.getByRole('list', { name: 'Requests to the server' });
    const line = list.getByRole('listitem').filter({ hasText: CHANGED }).first();
    await expect(line).toContainText('rejected');
    await expect(line).toContainText('response 400');
    await expect(line).toContainText(/\d\sm?s/);
    await expect(line).toContainText('must not be above 99');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Completed');
    await expect(list.getByText('response 400')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Rejected');
    await expectAccessible(page, 'requests');
    await list
      .getByRole('button', { name: new RegExp(CHANGED) })
      .first()
      .click();
    await panelOf(page).getByRole('tab', { name: 'History' }).click();
    await expect(panelOf(page).getByRole('region', { name: 'Requests' })).toContainText(
      'must not be above 99',
    );
  });

  test('lists the readings of the service, and opens what one of them brought', async ({
    app: { page },
    service,
  }) => {
    await others(page, service);
    service.state.patch('fittings', idOf(service, 'fittings', CHANGED), { price: 12.5 });
    await page.keyboard.press('Control+r');
    await part(page, 'Update log');
    const list = page.getByRole('list', { name: 'Update log' });
    const changed = list.getByRole('button', { name: /1 changed/ });
    await expect(changed).toHaveCount(2);
    await expect(list.getByRole('button').last()).toContainText('First download');
    await expectAccessible(page, 'readings');
    await changed.last().press('Enter');
    const brought = page.getByRole('list', { name: 'Changes by others' });
    const row = brought.getByRole('button', { name: new RegExp(`^Changed .*${CHANGED}`) });
    await expect(row.getByRole('insertion')).toHaveText('11.50');
    await page.getByRole('button', { name: 'Show all updates' }).click();
    await expect(row.getByRole('insertion')).toHaveText('12.50');
  });

  test('narrows what was done here by what came of it', async ({ app: { page }, service }) => {
    await priceOf(page, CHANGED, '8,15');
    await priceOf(page, REMOVED, '120,5');
    service.addFault({
      on: { method: 'PATCH', path: `/adminapi/fittings/${idOf(service, 'fittings', REMOVED)}` },
      nth: 1,
      kind: 'status',
      status: 400,
      message: 'price: must not be above 99, is 120.5',
    });
    await send(page);
    await part(page, 'This computer');
    const list = page.getByRole('list', { name: 'History' });
    await expect(list).toContainText(CHANGED);
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Rejected by the server');
    await expect(list).not.toContainText(CHANGED);
    await expect(list).toContainText('must not be above 99');
  });
});
