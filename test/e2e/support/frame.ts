import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { ACCOUNT } from '#test/support/journeyService.ts';

/** The navigation with the kinds and the screens. */
export function rail(page: Page): Locator {
  return page.getByRole('navigation', { name: /^(Navigation|Nawigacja)$/ });
}

/** Opens a kind or a screen from the navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  await rail(page)
    .getByRole('button', { name: new RegExp(`^${name}(?: |$)`) })
    .click();
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toContainText(name);
}

/** The button at the top that shows connection and outbox. */
export function pill(page: Page): Locator {
  return page.getByRole('button', { name: /^Connection and pending changes:/ });
}

/** The short message that confirms an action. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: text });
}

/** A dialog with the given title. */
export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

/** Fills the sign-in form, on any screen, and submits it. */
export async function signIn(
  form: Page | Locator,
  values: { readonly url?: string; readonly email?: string; readonly password?: string } = {},
): Promise<void> {
  const { url, email = ACCOUNT.email, password = ACCOUNT.password } = values;
  if (url !== undefined) await form.getByLabel('Server address').fill(url);
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until the outbox is empty and nothing is being sent. */
export async function expectNothingWaits(page: Page): Promise<void> {
  await expect(pill(page)).not.toContainText(/\d pending|Sending/);
}

/** Waits until the check for problems is done. */
export async function expectChecked(page: Page): Promise<void> {
  await expect(page.getByText(/^Checking \d/)).toHaveCount(0);
}

/** Sends the outbox and waits until the push is over. */
export async function send(page: Page): Promise<void> {
  const before = await pill(page).innerText();
  await page.keyboard.press('Control+Enter');
  // The message about a started push comes shortly after the key. A push that changes nothing shows
  // no message.
  await expect(pill(page))
    .not.toHaveText(before, { timeout: 5_000 })
    .catch(() => undefined);
  await expect(pill(page)).not.toContainText(/Sending|Not checked yet/);
}

/** Sets how long Cabinet waits before it checks an unanswered request. */
export async function settleIn(page: Page, seconds: string): Promise<void> {
  await goTo(page, 'Settings');
  const field = page.getByRole('textbox', { name: /^Re-check delay/ });
  await field.fill(seconds);
  await field.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}
