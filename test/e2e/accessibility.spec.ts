import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { press } from './support/focus.ts';
import { goTo } from './support/frame.ts';
import { chooseTheme, THEMES } from './support/looks.ts';
import { cellOf, find, open } from './support/records.ts';

test('where the system draws in its own colours one still sees where one is', async ({
  app: { page },
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await find(page, 'Fittings', 'ZAW-1');
  await (await cellOf(page, 'ZAW-110-FE', 'Price')).click();
  await press(page, 'ArrowDown', 'F2', 'Escape', '/');
  await press(page, 'Control+k');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveCSS('outline-style', 'solid');
});

// The walk through every screen shows the tabs of a record.
test('a record with a fault and the form for a new one are accessible', async ({
  app: { page },
}) => {
  const panel = await open(page, 'Fittings', 'ZAW-110-FE');
  await panel.getByRole('textbox', { name: 'Price' }).fill('dużo');
  await expectAccessible(page, 'record with a fault');
  await panel.getByRole('textbox', { name: 'Price' }).fill('9,15');
  await page.keyboard.press('Control+s');
  await expect(panel).toContainText('1 pending change');
  await expectAccessible(page, 'record with a queued change');
  await page.getByRole('button', { name: 'Add: Fitting' }).click();
  await expect(page.getByRole('complementary', { name: 'New: Fitting' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expectAccessible(page, 'new record with what is missing');
});

for (const theme of THEMES) {
  test.describe(`in the ${theme} theme, with everything in the outbox`, () => {
    test.use({ desk: 'staged' });

    test('the outbox and every decision are accessible', async ({ app: { page } }) => {
      test.slow();
      await chooseTheme(page, theme);
      await goTo(page, 'Outbox');
      await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible();
      await expectAccessible(page, 'outbox');
      await openEveryLine(page);
      await expectAccessible(page, 'outbox, opened');
      await everyDecision(page);
    });
  });

  test.describe(`in the ${theme} theme, on a new computer`, () => {
    test.use({ desk: 'fresh', colorScheme: theme });

    test('the welcome is accessible', async ({ app: { page } }) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'welcome');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expectAccessible(page, 'welcome with what is missing');
    });
  });
}

async function openEveryLine(page: Page): Promise<void> {
  const closed = page.getByRole('list', { name: 'Changes' }).getByRole('button', {
    expanded: false,
  });
  for (let line = 0; line < 4; line += 1) await closed.first().click();
}

/** Opens all cards, and the dialogs of each. */
async function everyDecision(page: Page): Promise<void> {
  await goTo(page, 'Needs a decision');
  const place = page.getByText(/^\d+ of \d+$/).last();
  const total = Number((await place.textContent())?.split(' of ')[1]);
  expect(total).toBeGreaterThan(12);
  const seen = new Set<string>();
  for (let at = 1; at <= total; at += 1) {
    await expect(place).toHaveText(`${at} of ${total}`);
    const title =
      (await page.getByRole('article').getByRole('heading').first().textContent()) ?? '';
    if (!seen.has(title)) await expectAccessible(page, `decision: ${title}`);
    seen.add(title);
    await page.keyboard.press('j');
  }
  expect(seen.size).toBeGreaterThan(8);
  await page.getByRole('article').getByRole('button', { name: 'Discard…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'discard');
}
