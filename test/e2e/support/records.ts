import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { goTo } from './frame.ts';

/** The list of the shown kind. */
export function grid(page: Page): Locator {
  return page.getByRole('grid');
}

/** The row of the record with a code. */
export function rowOf(page: Page, code: string): Locator {
  const cell = page.getByRole('gridcell', { name: code, exact: true });
  return grid(page).getByRole('row').filter({ has: cell });
}

/** A cell, by the record's code and the column's heading. */
export async function cellOf(page: Page, code: string, column: string): Promise<Locator> {
  const head = page.getByRole('columnheader', { name: new RegExp(`^${column}(?: |$)`) });
  const index = await head.getAttribute('aria-colindex');
  return rowOf(page, code).locator(`[aria-colindex="${index}"]`);
}

/** Opens a kind and filters its list by a text. */
export async function find(page: Page, kind: string, text: string): Promise<void> {
  await goTo(page, kind);
  await page.getByRole('textbox', { name: `Filter ${kind.toLowerCase()}` }).fill(text);
}

/** Filters the list to one record and opens it beside the list. */
export async function open(page: Page, kind: string, code: string): Promise<Locator> {
  await find(page, kind, code);
  await (await cellOf(page, code, 'Code')).click();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(panel).toContainText(code);
  return panel;
}

/** The record panel beside the list. */
export function panelOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Record' });
}

/** Types a value into a cell and saves it with Enter. */
export async function editCell(
  page: Page,
  code: string,
  column: string,
  text: string,
): Promise<void> {
  const cell = await cellOf(page, code, column);
  await cell.dblclick();
  await cell.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
  await expect(cell.getByRole('textbox')).toHaveCount(0);
}

/** Sets the price of a fitting in its cell; the list stays filtered to it. */
export async function priceOf(page: Page, code: string, price: string): Promise<void> {
  await find(page, 'Fittings', code);
  await editCell(page, code, 'Price', price);
}

/** Adds a fitting with its form; `more` are further texts by their label. */
export async function addFitting(
  page: Page,
  code: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await goTo(page, 'Fittings');
  await page.getByRole('button', { name: 'Add: Fitting' }).click();
  const form = page.getByRole('complementary', { name: 'New: Fitting' });
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await form
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Zawias nowy, jeszcze niewysłany');
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('17,45');
  for (const [name, text] of Object.entries(more))
    await form.getByLabel(name, { exact: true }).fill(text);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toBeHidden();
}
