import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import type { JourneyService } from '#test/support/app.ts';
import { dialog, expectNothingWaits, goTo, pill, send, toast } from './support/frame.ts';
import { decision } from './support/outbox.ts';
import { cellOf, find, priceOf } from './support/records.ts';
import { idOf, theRecord, writes } from './support/service.ts';

const REFUSED = 'ZAW-095-FE';
const OTHERS = ['ZAW-095-ND', 'ZAW-110-ND'] as const;
const WORDS = 'price: must not be above 99, is 120.5';

/** Sends three prices, of which the service rejects one, and opens its card. */
async function refuseOne(page: Page, service: JourneyService): Promise<Locator> {
  for (const code of OTHERS) await priceOf(page, code, '8,15');
  await priceOf(page, REFUSED, '120,5');
  service.addFault({
    on: { method: 'PATCH', path: `/adminapi/fittings/${idOf(service, 'fittings', REFUSED)}` },
    nth: 1,
    kind: 'status',
    status: 400,
    message: WORDS,
  });
  await send(page);
  return decision(page, 'The server rejected the change');
}

test.describe('a change that the service refuses', () => {
  test('is shown with its own words, and the others are done', async ({
    app: { page },
    service,
  }) => {
    const card = await refuseOne(page, service);
    await expect(card.getByText(WORDS, { exact: true })).toBeVisible();
    await expect(pill(page)).toContainText('1 to decide');
    await expectNothingWaits(page);
    for (const code of OTHERS)
      expect(Number(theRecord(service, 'fittings', code)['price'])).toBe(8.15);
    expect(Number(theRecord(service, 'fittings', REFUSED)['price'])).toBe(6.4);
  });

  test('is mended in place and sent', async ({ app: { page }, service }) => {
    const card = await refuseOne(page, service);
    const mend = card.getByRole('button', { name: 'Correct and send' });
    await expect(mend).toBeDisabled();
    await card.getByRole('textbox', { name: 'Price' }).fill('98,5');
    await goTo(page, 'Outbox');
    await goTo(page, 'Needs a decision');
    await expect(card.getByRole('textbox', { name: 'Price' })).toHaveValue('98,5');
    await mend.click();
    await expect(toast(page, '1 change sent')).toBeVisible();
    await expect(page.getByText('No decisions needed')).toBeVisible();
    expect(Number(theRecord(service, 'fittings', REFUSED)['price'])).toBe(98.5);
    expect(writes(service)).toHaveLength(3);
  });

  test('is discarded only after what is lost was named', async ({ app: { page }, service }) => {
    const card = await refuseOne(page, service);
    await card.getByRole('button', { name: 'Discard…' }).click();
    const question = dialog(page, 'Discard this change?');
    await expect(question.getByRole('row', { name: /^Price/ })).toContainText('120.5');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Discard…' }).click();
    await question.getByRole('button', { name: 'Discard change' }).click();
    await expect(page.getByText('No decisions needed')).toBeVisible();
    await find(page, 'Fittings', REFUSED);
    await expect(await cellOf(page, REFUSED, 'Price')).toHaveText('6.40');
    expect(Number(theRecord(service, 'fittings', REFUSED)['price'])).toBe(6.4);
  });
});
