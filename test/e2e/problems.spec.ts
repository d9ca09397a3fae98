import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import type { JourneyService } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, expectChecked, expectNothingWaits, goTo, send, toast } from './support/frame.ts';
import { panelOf } from './support/records.ts';
import { idOf, theRecord } from './support/service.ts';

/** Opens the problems and waits for the end of the first check. */
async function problems(page: Page): Promise<Locator> {
  await goTo(page, 'Problems');
  const list = page.getByRole('list', { name: 'Problems' });
  await expect(list.getByRole('button').first()).toBeVisible();
  await expectChecked(page);
  return list;
}

/** Returns one rule in the list of problem kinds, with its count. */
function rule(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Problem types' })
    .getByRole('button', { name: new RegExp(`^${name} \\d`) });
}

async function countOf(facet: Locator): Promise<number> {
  return Number(/(\d+)$/.exec((await facet.textContent()) ?? '')?.[1]);
}

/** Changes a price on the service to one with a currency, which has a sure fix after a pull. */
async function plantFixable(page: Page, service: JourneyService): Promise<void> {
  await expect(page.getByRole('button', { name: /^Fix \d/ })).toHaveCount(0);
  const id = idOf(service, 'fittings', 'ZAW-095-FE');
  service.state.patch('fittings', id, { price: '8,90 zł' });
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fix 1…' })).toBeEnabled();
}

/**
 * Expects that a click outside and Escape keep the text in a question until the user confirms
 * leaving.
 */
async function expectKept(page: Page, question: Locator, text: string): Promise<void> {
  const leaving = dialog(page, 'Leave without saving?');
  await page.mouse.click(5, 400);
  await expect(question.getByRole('textbox')).toHaveValue(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(leaving).toBeHidden();
  await expect(question.getByRole('textbox')).toHaveValue(text);
  await page.keyboard.press('Escape');
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(question).toBeHidden();
}

test.describe('the problems of the catalogue', () => {
  test('are listed by rule, and one goes away when its record is mended', async ({
    app: { page },
  }) => {
    const list = await problems(page);
    const zero = rule(page, 'Zero price');
    const before = await countOf(zero);
    expect(before).toBeGreaterThan(0);
    await zero.click();
    await expect(list.getByRole('button', { name: /The price is/ })).toHaveCount(before);
    const first = list.getByRole('button', { name: /The price is/ }).first();
    await first.press('Enter');
    const panel = panelOf(page);
    await panel.getByRole('textbox', { name: 'Price' }).fill('12,5');
    await page.keyboard.press('Control+s');
    await expect(panel).toContainText('1 pending change');
    await expect(list.getByRole('button', { name: /The price is/ })).toHaveCount(before - 1);
    await expect(list).toBeVisible();
  });

  test('are hidden with a reason, listed as hidden, and shown again', async ({ app: { page } }) => {
    const list = await problems(page);
    await rule(page, 'No image').click();
    const row = list.getByRole('button', { name: /The record has no image/ }).first();
    const name = ((await row.textContent()) ?? '').replace('The record has no image.', '').trim();
    const left = await countOf(rule(page, 'No image'));
    await row.focus();
    await page.keyboard.press('h');
    const question = dialog(page, 'Hide problem');
    await expect(question.getByRole('button', { name: 'Hide', exact: true })).toBeDisabled();
    await question.getByRole('textbox').fill('Sample only');
    await page.keyboard.press('Tab');
    await question.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(toast(page, '1 problem hidden')).toBeVisible();
    await expect(rule(page, 'No image')).toContainText(String(left - 1));
    await page.getByRole('button', { name: /^Hidden 1$/ }).click();
    await expect(list.getByRole('button', { name: /Sample only/ })).toHaveCount(1);
    await list.getByRole('button', { name: 'Show again' }).click();
    await page.getByRole('button', { name: /^All problems/ }).click();
    await expect(page.getByText('No hidden problems')).toBeVisible();
    await page.getByRole('button', { name: /^Hidden 0$/ }).click();
    await expect(rule(page, 'No image')).toContainText(String(left));
    expect(name).not.toBe('');
  });

  test('are chosen by key and by click, and hidden together with one reason', async ({
    app: { page },
  }) => {
    const list = await problems(page);
    const facet = rule(page, 'Wrong type of value');
    await facet.click();
    const rows = list.getByRole('button', { name: /: .* is not / });
    await expect(rows.first()).toBeVisible();
    const before = await countOf(facet);
    expect(before).toBeGreaterThan(3);
    await rows.first().focus();
    await page.keyboard.press('x');
    await rows.nth(2).click({ modifiers: ['Shift'] });
    const chosen = page.getByRole('region', { name: 'Selected problems' });
    await expect(chosen).toContainText('3 problems selected');
    await list
      .getByRole('checkbox', { name: /^Select:/ })
      .nth(1)
      .uncheck();
    await expect(chosen).toContainText('2 problems selected');
    await chosen.getByRole('button', { name: 'Hide…' }).click();
    const question = dialog(page, 'Hide 2 problems');
    await question.getByRole('textbox').fill('Samples only');
    await expectAccessible(page, 'hide several problems');
    await question.getByRole('button', { name: 'Hide 2', exact: true }).click();
    await expect(toast(page, '2 problems hidden')).toBeVisible();
    await expect(facet).toContainText(String(before - 2));
    await page.getByRole('button', { name: /^Hidden 2$/ }).click();
    await expect(list.getByRole('button', { name: /Samples only/ })).toHaveCount(2);
    await list.getByRole('checkbox', { name: 'Select all: Wrong type of value' }).check();
    await chosen.getByRole('button', { name: 'Show again' }).click();
    await expect(page.getByRole('button', { name: /^Hidden 0$/ })).toBeVisible();
  });

  test('that have a sure fix are queued as one named group after they were read', async ({
    app: { page },
    service,
  }) => {
    await problems(page);
    await plantFixable(page, service);
    await page.getByRole('button', { name: 'Fix 1…' }).click();
    const question = dialog(page, 'Fix automatically');
    await expect(question.getByRole('checkbox').first()).toBeChecked();
    await expect(question.getByRole('listitem')).toContainText('8,90 zł');
    await expectAccessible(page, 'fix problems');
    await question.getByRole('textbox').fill('Tidy up');
    await question.getByRole('button', { name: 'Save 1 change' }).click();
    await expect(toast(page, '1 change saved')).toBeVisible();
    await send(page);
    await expectNothingWaits(page);
    expect(Number(theRecord(service, 'fittings', 'ZAW-095-FE')['price'])).toBe(8.9);
  });

  test('are not mended where they changed since they were shown, and say so', async ({
    app: { page },
    service,
  }) => {
    await problems(page);
    await plantFixable(page, service);
    const read = toast(page, 'The catalogue is up to date');
    await expect(read).toBeHidden();
    const id = idOf(service, 'fittings', 'ZAW-095-FE');
    service.state.patch('fittings', id, { price: '9,10 zł' });
    // The pull that brings the change runs while the question is open.
    const asked = Promise.withResolvers<undefined>();
    service.addFault({
      on: { method: 'GET', path: '/adminapi/fittings' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => (phase === 'before' ? asked.promise : undefined),
    });
    await page.keyboard.press('Control+r');
    await page.getByRole('button', { name: 'Fix 1…' }).click();
    const question = dialog(page, 'Fix automatically');
    await expect(question.getByRole('listitem')).toContainText('8,90 zł');
    asked.resolve(undefined);
    await expect(read).toBeVisible();
    await question.getByRole('button', { name: 'Save 1 change' }).click();
    await expect(question.getByRole('status')).toHaveText('0 changes saved, 1 not saved');
    await expect(question.getByRole('listitem')).toContainText('The record has changed');
    await expectAccessible(page, 'fixes that were not queued');
    await question.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Fix 1…' }).click();
    await expect(question.getByRole('listitem')).toContainText('9,10 zł');
  });

  test('are asked about until a person leaves the question: a click beside it drops nothing', async ({
    app: { page },
    service,
  }) => {
    const list = await problems(page);
    await plantFixable(page, service);
    await list.getByRole('button', { name: 'Hide this problem' }).first().click();
    const hiding = dialog(page, 'Hide problem');
    await hiding.getByRole('textbox').fill('Sample only');
    await expectKept(page, hiding, 'Sample only');
    await page.getByRole('button', { name: 'Fix 1…' }).click();
    const fixing = dialog(page, 'Fix automatically');
    await fixing.getByRole('checkbox').first().uncheck();
    await fixing.getByRole('textbox').fill('Tidy up');
    await expectKept(page, fixing, 'Tidy up');
  });

  test('tell which files the service does not hold once it was asked', async ({
    app: { page },
    service,
  }) => {
    await problems(page);
    const id = idOf(service, 'fittings', 'ZAW-095-FE');
    service.state.patch('fittings', id, { images: ['uploads/nowhere.jpg'] });
    await page.keyboard.press('Control+r');
    await expect(toast(page, 'The catalogue is up to date')).toBeVisible();
    await page.getByRole('button', { name: 'Check files on the server' }).click();
    await expect(toast(page, /found, [1-9]\d* missing/)).toBeVisible({ timeout: 60_000 });
    await rule(page, 'File missing on the server').click();
    await expect(page.getByRole('button', { name: /is not on the server/ }).first()).toBeVisible();
  });
});
