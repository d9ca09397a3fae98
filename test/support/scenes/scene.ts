import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { rail } from '#test/e2e/support/frame.ts';
import { said } from './said.ts';

/** One thing to look at: how to get there, and how to leave it as it was. */
export interface Scene {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
  readonly leave?: (page: Page) => Promise<void>;
}

// Everything is found by its key, its role or a text of either language: one scene serves both.
export const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
export const escape = press('Escape');

/** Returns a button of the front panel by the key of its text. */
export function button(within: Page | Locator, key: string): Locator {
  // One of a line says which line it is for as well.
  const name = new RegExp(said(key).source.replace(/\$$/, '(?:: .+)?$'));
  return within.getByRole('button', { name }).first();
}

/** Goes to a screen by its place in the rail. */
export async function goToScreen(page: Page, screen: string): Promise<void> {
  const name = new RegExp(said(`frame.screens.${screen}`).source.replace(/\$$/, '(?: |$)'));
  await rail(page).getByRole('button', { name }).click();
  const title = page.getByRole('banner').getByRole('heading', { level: 1 });
  await expect(title).toContainText(new RegExp(name.source.slice(1)));
}

/** A list of a kind, narrowed by typing, with the focus on its first record. */
export async function list(page: Page, keys: string, search = ''): Promise<void> {
  await page.keyboard.press(keys);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('main').getByRole('textbox').first().fill(search);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('gridcell').nth(2).click();
}

/** A record beside its list, at one of its tabs. */
export async function record(page: Page, keys: string, search: string, tab: number): Promise<void> {
  await list(page, keys, search);
  await page.keyboard.press('Enter');
  const tabs = page.getByRole('complementary').getByRole('tab');
  await tabs.nth(tab).click();
  await expect(tabs.nth(tab)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(/^(Reading…|Odczyt…|Wczytywanie…)$/)).toHaveCount(0);
}

export async function closePanel(page: Page): Promise<void> {
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: said('common.actions.close') }).click();
  await expect(panel).toHaveCount(0);
}

/** Opens a dialog and waits for it. */
export async function dialog(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  await expect(page.getByRole('dialog')).toBeVisible();
}
