import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import path from 'node:path';
import { test } from '#test/support/app.ts';
import { startJourneyService, steadyPort } from '#test/support/journeyService.ts';
import { dialog, expectNothingWaits, goTo, pill, rail, send, signIn } from './support/frame.ts';
import { lineOf } from './support/outbox.ts';
import { cellOf, find, grid, priceOf } from './support/records.ts';
import { idOf, theRecord, writes } from './support/service.ts';

const CODE = 'ZAW-095-FE';

/** Opens the profiles from the navigation. */
async function profiles(page: Page) {
  await rail(page)
    .getByRole('button', { name: /^Profile:/ })
    .click();
  await page.getByRole('menuitem', { name: 'Profiles and sign-in…' }).click();
  const shown = dialog(page, 'Sign in');
  await expect(shown).toBeVisible();
  return shown;
}

test.describe('two profiles', () => {
  test("each has its own records and its own queue, and neither sends the other's", async ({
    app: { page },
    service,
    place,
  }) => {
    const dataDir = path.join(place, 'second');
    const second = await startJourneyService({ port: await steadyPort(), dataDir });
    second.state.patch('fittings', idOf(second, 'fittings', CODE), { name: 'Zawias w Łodzi' });
    await priceOf(page, CODE, '7,35');

    const shown = await profiles(page);
    await shown.getByRole('button', { name: 'New profile' }).click();
    await shown.getByLabel('Profile name').fill('lodz');
    await shown.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: /^Your furniture catalogue/ })).toBeVisible();
    await signIn(page, { url: second.url });
    await expect(grid(page)).toBeVisible();
    await find(page, 'Fittings', CODE);
    await expect(await cellOf(page, CODE, 'Name')).toHaveText('Zawias w Łodzi');
    await expect(await cellOf(page, CODE, 'Price')).toHaveText('6.40');
    await expectNothingWaits(page);
    await goTo(page, 'Outbox');
    await expect(page.getByText('No pending changes')).toBeVisible();

    const again = await profiles(page);
    await expect(again.getByRole('button', { name: /^default/ })).toContainText('1 unsent change');
    await again.getByRole('button', { name: /^default/ }).click();
    await expect(pill(page)).toContainText('1 pending');
    await goTo(page, 'Outbox');
    await expect(lineOf(page, CODE)).toContainText('Pending');
    await find(page, 'Fittings', CODE);
    await expect(await cellOf(page, CODE, 'Name')).toContainText('nakładany z hamulcem Fersa');
    await send(page);
    await expectNothingWaits(page);
    expect(Number(theRecord(service, 'fittings', CODE)['price'])).toBe(7.35);
    expect(writes(second)).toEqual([]);
    await second.close();
  });

  test('a draft stays with the profile in which it was typed', async ({ app: { page } }) => {
    await find(page, 'Fittings', CODE);
    await (await cellOf(page, CODE, 'Code')).click();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Record' });
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Zawias, jeszcze nie');
    await expect(panel.getByText(/^draft saved/)).toBeVisible();
    const shown = await profiles(page);
    await shown.getByRole('button', { name: 'New profile' }).click();
    await shown.getByLabel('Profile name').fill('pusty');
    await shown.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: /^Your furniture catalogue/ })).toBeVisible();
    await page.getByRole('button', { name: /^default/ }).click();
    // The open record belongs to the other catalogue, so it was closed; its draft is kept.
    await find(page, 'Fittings', CODE);
    await (await cellOf(page, CODE, 'Code')).click();
    await page.keyboard.press('Enter');
    await expect(name).toHaveValue('Zawias, jeszcze nie');
  });
});
