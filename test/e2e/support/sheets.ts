import { expect } from '@playwright/test';
import type { Download, Locator, Page } from '@playwright/test';
import fs from 'node:fs';

/** A file given to the window: a path on the disk, or one written by the test. */
export type Given =
  | string
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly bytes: Buffer };

/** Opens the import of the shown list and gives it a sheet. */
export async function openSheet(page: Page, kind: string, file: Given): Promise<void> {
  await page.getByRole('button', { name: `Import: ${kind}` }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file…' }).click();
  await (await choosing).setFiles(payload(file));
  await expect(page.getByRole('dialog').getByRole('table')).toContainText('columns matched');
}

function payload(file: Given) {
  if (typeof file === 'string') return file;
  const buffer = 'bytes' in file ? file.bytes : Buffer.from(file.text, 'utf8');
  return { name: file.name, mimeType: 'text/csv', buffer };
}

/** Checks the open sheet and waits for its preview. */
export async function check(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Preview' }).click();
  return preview(page);
}

/** Returns the table of a plan. */
export async function preview(page: Page): Promise<Locator> {
  const table = page.getByRole('grid', { name: 'Preview' });
  await expect(table).toBeVisible();
  return table;
}

/** Returns the counts above a plan, such as `300 new`. */
export async function counts(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('group', { name: 'Filter rows by result' })
    .getByRole('button')
    .allTextContents();
}

/** Queues the ticked rows and waits until the dialog is closed. */
export async function queue(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save [\d,]+ change/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The row of a plan that contains a record's code. */
export function changesetRow(table: Locator, code: string): Locator {
  return table.getByRole('row').filter({ hasText: code });
}

/** Returns the bytes and the name of the file that a click saves. */
export async function saved(page: Page, click: () => Promise<void>) {
  const downloading: Promise<Download> = page.waitForEvent('download');
  await click();
  const download = await downloading;
  return { name: download.suggestedFilename(), file: await download.path() };
}

/** Returns the lines of a text file without its byte order mark. */
export function linesOf(file: string): readonly string[] {
  const text = fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return text.split(/\r?\n/).filter((line) => line !== '');
}
