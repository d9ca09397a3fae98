import { expect } from '@playwright/test';
import type { Download, Locator, Page } from '@playwright/test';
import fs from 'node:fs';

/** A file given to the window: one from the disk, or one that the journey wrote. */
export type Given =
  | string
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly bytes: Buffer };

/** Opens the import of the list in sight and gives it a sheet. */
export async function openSheet(page: Page, kind: string, file: Given): Promise<void> {
  await page.getByRole('button', { name: `Import: ${kind}` }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await (await choosing).setFiles(payload(file));
  await expect(page.getByRole('table')).toContainText('columns read');
}

function payload(file: Given) {
  if (typeof file === 'string') return file;
  const buffer = 'bytes' in file ? file.bytes : Buffer.from(file.text, 'utf8');
  return { name: file.name, mimeType: 'text/csv', buffer };
}

/** Looks through the open sheet and waits for its preview. */
export async function check(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'See what would change' }).click();
  return preview(page);
}

/** The table of a plan. */
export async function preview(page: Page): Promise<Locator> {
  const table = page.getByRole('grid', { name: 'Preview' });
  await expect(table).toBeVisible();
  return table;
}

/** What the counts above a plan say, such as `300 new`. */
export async function counts(page: Page): Promise<readonly string[]> {
  return page.getByRole('group', { name: 'Rows by outcome' }).getByRole('button').allTextContents();
}

/** Queues what is ticked and waits until the dialog is gone. */
export async function queue(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Queue [\d,]+ change/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The row of a plan that names a record. */
export function planRow(table: Locator, code: string): Locator {
  return table.getByRole('row').filter({ hasText: code });
}

/** The bytes of what a click saves, and the name it was given. */
export async function saved(page: Page, click: () => Promise<void>) {
  const downloading: Promise<Download> = page.waitForEvent('download');
  await click();
  const download = await downloading;
  return { name: download.suggestedFilename(), file: await download.path() };
}

/** The lines of a text file without the mark at its head. */
export function linesOf(file: string): readonly string[] {
  const text = fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return text.split(/\r?\n/).filter((line) => line !== '');
}
