import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { button, dialog, escape, list } from './scene.ts';
import type { Scene } from './scene.ts';
import { said } from './said.ts';

/** New records, another price, one row that is as it is, and rows with faults. */
const PRICE_LIST = [
  'SIFRA;name;price;DEB',
  'F3105-BK-12;Blat kompaktowy Marmur Karelia 12 mm;318,80;12',
  ...Array.from(
    { length: 14 },
    (_, at) => `NOWY-${at + 10};Płyta Dąb Halifax ${at + 10} mm;${41 + at},50;18`,
  ),
  'ZLE-1;Płyta bez ceny;dużo;18',
  'ZLE-2;Płyta z procentem;10%;18',
].join('\r\n');

async function columns(page: Page): Promise<void> {
  await list(page, 'Alt+3');
  await dialog(page, () => button(page, 'sheets.menu.importInto').click());
  const choosing = page.waitForEvent('filechooser');
  await button(page.getByRole('dialog'), 'records.files.choose').click();
  const buffer = Buffer.from(PRICE_LIST, 'utf8');
  await (await choosing).setFiles({ name: 'cennik-2026.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
}

async function preview(page: Page): Promise<void> {
  await columns(page);
  await button(page.getByRole('dialog'), 'sheets.import.check').click();
  await expect(page.getByRole('grid', { name: said('sheets.plan.table') })).toBeVisible();
}

async function bulk(page: Page): Promise<void> {
  await list(page, 'Alt+3', 'Marmur');
  await page.keyboard.press('Control+a');
  await dialog(page, () => button(page, 'sheets.menu.bulk').click());
  await page.getByRole('dialog').getByLabel(said('sheets.bulk.percent')).fill('3,5');
}

const closeList = async (page: Page) => {
  await escape(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await escape(page);
};

export const PREVIEW: Scene = { name: 'import-preview', show: preview, leave: escape };

/** Sheets in and out, and the same change for many. */
export const SHEETS: readonly Scene[] = [
  {
    name: 'import',
    show: async (page) => {
      await list(page, 'Alt+3');
      await dialog(page, () => button(page, 'sheets.menu.importInto').click());
    },
    leave: escape,
  },
  { name: 'import-columns', show: columns, leave: escape },
  PREVIEW,
  {
    name: 'export',
    show: async (page) => {
      await list(page, 'Alt+3');
      await dialog(page, () => button(page, 'sheets.menu.exportOf').click());
    },
    leave: escape,
  },
  { name: 'bulk', show: bulk, leave: closeList },
  {
    name: 'bulk-preview',
    show: async (page) => {
      await bulk(page);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('grid', { name: said('sheets.plan.table') })).toBeVisible();
    },
    leave: closeList,
  },
];
