import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { goTo } from './frame.ts';

/** Opens a new, empty plan. */
export async function begin(page: Page): Promise<void> {
  await goTo(page, 'Add a product');
  await page.getByRole('button', { name: 'New plan' }).click();
  await expect(page.getByRole('textbox', { name: 'Plan name' })).toBeVisible();
}

/** The section of a kind, one of the five parts of a plan. */
export function section(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 2 }) });
}
