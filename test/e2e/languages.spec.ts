import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { rail } from './support/frame.ts';
import { chooseLanguage, chooseTheme, THEMES } from './support/looks.ts';
import { expectTranslated, LANGUAGES, textsOf } from './support/texts.ts';

/** Returns the brightness of the page background, from 0 to 255. */
function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const found = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(document.body).backgroundColor);
    const [, red = 255, green = 255, blue = 255] = (found ?? []).map(Number);
    return (red + green + blue) / 3;
  });
}

test.describe('the interface', () => {
  test.use({ desk: 'staged' });

  // Untranslated texts show on a Polish screen. The walk through every screen finds Polish texts in
  // English.
  for (const { id, name, foreign } of LANGUAGES.filter((each) => each.id !== 'en'))
    test(`speaks one language for every kind and every decision: ${name}`, async ({
      app: { page },
    }) => {
      test.slow();
      await chooseLanguage(page, id);
      await expectTranslated(page, 'settings', foreign);
      for (const keys of ['Alt+1', 'Alt+2', 'Alt+3', 'Alt+4']) {
        await page.keyboard.press(keys);
        await expect(page.getByRole('grid')).toBeVisible();
        await expectTranslated(page, keys, foreign);
        await record(page, foreign);
        await adding(page, foreign);
      }
      await page.keyboard.press('Alt+5');
      await outbox(page, foreign);
      await page.keyboard.press('Alt+6');
      await decisions(page, foreign);
    });
});

test.describe('the looks', () => {
  for (const theme of THEMES)
    test(`are ${theme} when that was chosen, also after a reload`, async ({ app: { page } }) => {
      await chooseTheme(page, theme);
      const expectBrightness = async () => {
        const bright = expect.poll(() => brightness(page));
        await (theme === 'dark' ? bright.toBeLessThan(60) : bright.toBeGreaterThan(200));
      };
      await expectBrightness();
      await page.reload();
      await expect(rail(page)).toBeVisible();
      await expectBrightness();
    });

  test('write numbers and decimals as the language does', async ({ app: { page } }) => {
    await chooseLanguage(page, 'en');
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('gridcell', { name: '438.45' })).toBeVisible();
    await chooseLanguage(page, 'pl');
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('gridcell', { name: '438,45' })).toBeVisible();
  });

  test('are Polish where the computer is, before anything was chosen', async ({
    app: { page },
  }) => {
    await expect(rail(page)).toBeVisible();
    const wanted = await page.evaluate(() => (navigator.language.startsWith('pl') ? 'pl' : 'en'));
    await expect(page.locator('html')).toHaveAttribute('lang', wanted);
    expect((await textsOf(page)).length).toBeGreaterThan(20);
  });
});

/** Checks the first record with all its tabs. */
async function record(page: Page, foreign: ReadonlySet<string>): Promise<void> {
  await page.getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Enter');
  const tabs = page.getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  for (let tab = 0; tab < (await tabs.count()); tab += 1) {
    await tabs.nth(tab).click();
    await expect(tabs.nth(tab)).toHaveAttribute('aria-selected', 'true');
    await expectTranslated(page, `tab ${tab}`, foreign);
  }
  await tabs.first().click();
}

/** Checks the form for a new record and its messages about missing fields. */
async function adding(page: Page, foreign: ReadonlySet<string>): Promise<void> {
  await page.getByRole('grid').getByRole('gridcell').nth(2).focus();
  await page.keyboard.press('Alt+n');
  const form = page.getByRole('complementary');
  await expect(form.getByRole('textbox').first()).toBeVisible();
  await page.keyboard.press('Control+s');
  await expectTranslated(page, 'new record', foreign);
  await page.keyboard.press('Escape');
}

async function outbox(page: Page, foreign: ReadonlySet<string>): Promise<void> {
  const closed = page.getByRole('main').getByRole('listitem').getByRole('button', {
    expanded: false,
  });
  await expect(closed.first()).toBeVisible();
  await expectTranslated(page, 'outbox', foreign);
  for (let line = 0; line < 6; line += 1) {
    await closed.first().click();
    await expectTranslated(page, `outbox line ${line}`, foreign);
  }
}

async function decisions(page: Page, foreign: ReadonlySet<string>): Promise<void> {
  const list = page.getByRole('main').getByRole('navigation').getByRole('button');
  await expect(list.first()).toBeVisible();
  const last = page
    .getByRole('main')
    .getByText(/^\d+ (of|z) \d+$/)
    .last();
  const total = Number(/\d+$/.exec((await last.textContent()) ?? '')?.[0]);
  expect(total).toBeGreaterThan(12);
  for (let at = 1; at <= total; at += 1) {
    await expect(last).toHaveText(new RegExp(`^${at} `));
    await expectTranslated(page, `decision ${at}`, foreign);
    await page.keyboard.press('j');
  }
}
