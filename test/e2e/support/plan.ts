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

/** Gives a plan a 3D model, whose part it finds by the name of the file. */
export async function giveModel(page: Page, name: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await section(page, 'Files').getByRole('button', { name: 'Choose files…' }).click();
  const buffer = Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  await (await choosing).setFiles([{ name, mimeType: 'model/obj', buffer }]);
}
