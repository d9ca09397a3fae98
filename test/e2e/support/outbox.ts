import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { goTo } from './frame.ts';

/** The line of the outbox that contains a text, such as a code. */
export function lineOf(page: Page, text: string): Locator {
  const lines = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  return lines.filter({ has: page.getByRole('button', { expanded: false, name: text }) });
}

/** Opens the decisions and waits for the card with a title. */
export async function decision(page: Page, title: string): Promise<Locator> {
  await goTo(page, 'Needs a decision');
  const card = page.getByRole('article', { name: title });
  await expect(card).toBeVisible();
  return card;
}
