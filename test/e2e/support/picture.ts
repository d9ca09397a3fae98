import fs from 'node:fs';
import type { Page } from '@playwright/test';

const PICTURES = process.env['CABINET_PICTURES'];

/** Takes a picture into the folder of `CABINET_PICTURES`, to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  fs.mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}
