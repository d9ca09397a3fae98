import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { pill, send } from './support/frame.ts';
import { priceOf } from './support/records.ts';
import { theRecord, writes } from './support/service.ts';

const CODE = 'ZAW-095-FE';

/** Chooses an item of the pill's menu. */
async function choose(page: Page, item: string | RegExp): Promise<void> {
  await pill(page).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('automatic sending is offered once, says when it sends next, and is paused in one click', async ({
  app: { page },
  service,
}) => {
  await priceOf(page, CODE, '7,35');
  await send(page);
  const offer = page.getByRole('status').filter({ hasText: 'automatically from now on?' });
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: 'Send automatically' }).click();
  await expect(offer).toBeHidden();

  await priceOf(page, CODE, '7,45');
  await expect(pill(page)).toContainText(/Next send in \d+\ss/);
  // A screen reader would read a countdown again each second.
  await expect(pill(page)).toHaveAccessibleName(/Next send at \d\d:\d\d:\d\d/);
  await choose(page, 'Pause automatic sync');
  await expect(pill(page)).toContainText('Paused');
  await expect(pill(page)).toContainText('1 pending');
  expect(writes(service)).toHaveLength(1);

  await choose(page, /^Send Ctrl/);
  await expect(pill(page)).not.toContainText(/\d pending/);
  await expect(pill(page)).toContainText('Paused');
  expect(Number(theRecord(service, 'fittings', CODE)['price'])).toBe(7.45);
  await expect(offer).toBeHidden();

  await choose(page, 'Work offline');
  await expect(pill(page)).toContainText('Working offline');
  await page.reload();
  await expect(pill(page)).toContainText('Working offline');
  await choose(page, 'Go online');
  await expect(pill(page)).toContainText('Online');

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const sending = page.getByRole('radiogroup', { name: 'Send changes automatically' });
  await expect(sending.getByRole('radio', { name: 'When online' })).toBeChecked();
});
