import { expect } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '#reference/json.ts';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFocus } from './support/focus.ts';
import { dialog, goTo, pill, send, toast } from './support/frame.ts';
import { grid } from './support/records.ts';
import { theRecord, writes } from './support/service.ts';
import { check, counts, linesOf, openSheet, planRow, queue, saved } from './support/sheets.ts';

const OFFICE = fileURLToPath(
  new URL('../fixtures/sheets/materials-csv-windows-1250.csv', import.meta.url),
);
const HEAD = 'Kod;Nazwa;Cena';

/** 500 rows of a price list: 300 new, 150 with another price, 43 as they are, 7 with faults. */
function priceList(fittings: readonly JsonObject[]): string {
  const known = unique(fittings).slice(0, 193);
  expect(known).toHaveLength(193);
  const rows = known.map(({ kod, name, price }, index) =>
    [kod, name, index < 150 ? '1234,05' : String(price).replace('.', ',')].map(cell).join(';'),
  );
  const fresh = Array.from({ length: 300 }, (_, at) => `00${417 + at};Zawias żółty ${at};12,50`);
  const faults = Array.from({ length: 7 }, (_, at) => `ZLE-${at};Zły wiersz ${at};dużo`);
  return [HEAD, ...rows, ...fresh, ...faults].join('\r\n');
}

function unique(records: readonly JsonObject[]): readonly JsonObject[] {
  const seen = Map.groupBy(records, ({ kod }) => kod);
  return records.filter(
    ({ kod, name, price }) =>
      seen.get(kod)?.length === 1 &&
      typeof kod === 'string' &&
      kod.trim() === kod &&
      typeof name === 'string' &&
      name.trim() === name &&
      /^\d+(\.\d+)?$/.test(String(price)),
  );
}

function cell(value: unknown): string {
  return `"${String(value).replaceAll('"', '""')}"`;
}

test('a price list is seen whole before anything is kept, and its rejects import once mended', async ({
  app: { page, faults },
  service,
}) => {
  test.slow();
  await goTo(page, 'Fittings');
  await expect(grid(page)).toBeVisible();
  const before = service.log.length;
  const text = priceList(service.state.all('fittings'));
  await openSheet(page, 'Fittings', { name: 'cennik.csv', text });
  await expectAccessible(page, 'columns');
  const table = await check(page);
  expect(await counts(page)).toEqual(['All 500', '300 new', '150 changed', '43 same', '7 errors']);
  expect(service.log.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  await page.getByRole('button', { name: '7 errors' }).click();
  const fault = planRow(table, 'ZLE-0');
  await expect(fault).toContainText('495');
  await expect(fault).toContainText('Cena');
  await expect(fault).toContainText('dużo');
  await expect(fault).toContainText('a number such as 13.80');
  await expectAccessible(page, 'errors');
  const rejects = await saved(page, () =>
    page.getByRole('button', { name: 'Save rejects' }).click(),
  );
  expect(rejects.name).toBe('cennik-rejects.csv');
  const lines = linesOf(rejects.file);
  expect(lines).toHaveLength(8);
  expect(lines[1]).toMatch(/^ZLE-0;Zły wiersz 0;dużo;.*number/);
  await queue(page);
  await expect(pill(page)).toContainText('450 waiting');
  const mended = lines.join('\r\n').replaceAll(';dużo;', ';7,10;');
  await openSheet(page, 'Fittings', { name: rejects.name, text: mended });
  await check(page);
  expect(await counts(page)).toEqual(['All 7', '7 new', '0 changed']);
  expect(faults).toEqual([]);
});

test('a sheet of a Polish office keeps its letters, decimals and codes', async ({
  app: { page },
  service,
}) => {
  await goTo(page, 'Materials');
  await openSheet(page, 'Materials', OFFICE);
  await expect(page.getByLabel('Letters')).toHaveValue('windows-1250');
  await expect(page.getByLabel('Cells are parted by')).toHaveValue(';');
  await expect(page.getByLabel('Decimals')).toHaveValue(',');
  await page.getByLabel('Letters').selectOption('windows-1252');
  await expect(page.getByRole('table')).not.toContainText('żółty');
  await page.getByLabel('Letters').selectOption('windows-1250');
  await expect(page.getByRole('table')).toContainText('Dąb sonoma żółty');
  await page.getByLabel('Field for PICFILE').selectOption({ label: '– left out –' });
  const table = await check(page);
  expect(await counts(page)).toEqual(['All 14', '14 new', '0 changed']);
  await expect(planRow(table, '5901234123457')).toContainText('0.05');
  await queue(page);
  await send(page);
  await expect(pill(page)).not.toContainText('waiting');
  expect(theRecord(service, 'materials', '00417')).toMatchObject({
    name: 'Dąb sonoma żółty',
    price: 12.5,
  });
  expect(theRecord(service, 'materials', '1E5')['name']).toBe('Łąka świeża – ćwierć');
});

test('rows are unticked by key alone, and one Undo takes the import back', async ({
  app: { page },
  service,
}) => {
  await goTo(page, 'Materials');
  await expect(grid(page)).toBeVisible();
  const text = `SIFRA;name;price\n00417;Dąb;12,50\n00418;Buk;13,50\n00419;Jesion;14,50`;
  await openSheet(page, 'Materials', { name: 'nowe.csv', text });
  const table = await check(page);
  await expect(table.getByRole('row')).toHaveCount(4);
  await planRow(table, '00417').focus();
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, 'ArrowDown');
  await page.keyboard.press('Space');
  await expect(planRow(table, '00418').getByRole('checkbox')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Queue 2 changes' })).toBeEnabled();
  await queue(page);
  await expect(toast(page, 'Import of nowe.csv on 2 materials')).toBeVisible();
  await expect(pill(page)).toContainText('2 waiting');
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: Import of nowe.csv on 2 materials')).toBeVisible();
  await expect(pill(page)).not.toContainText('waiting');
  expect(writes(service)).toEqual([]);
});

test('a look through a large sheet shows how far it is, and can be stopped', async ({
  app: { page },
}) => {
  await goTo(page, 'Materials');
  const rows = Array.from({ length: 100_000 }, (_, at) => `M-${at};Dąb ${at};12,50`);
  await openSheet(page, 'Materials', {
    name: 'duzy.csv',
    text: ['SIFRA;name;price', ...rows].join('\n'),
  });
  await page.getByRole('button', { name: 'Look what would change' }).click();
  const stop = page.getByRole('dialog').getByRole('button', { name: 'Stop' });
  await expect(stop).toBeFocused();
  await expect(page.getByRole('dialog')).toContainText(/[\d,]+ rows · \d+ %/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Stopped before the end');
  await expect(page.getByRole('grid', { name: 'Preview' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Queue [\d,]+ change/ })).toBeDisabled();
});

test('a sheet that is dropped on the list opens at its columns', async ({ app: { page } }) => {
  await goTo(page, 'Materials');
  await expect(grid(page)).toBeVisible();
  await grid(page).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['SIFRA;name\nD-1;Dąb'], 'upuszczony.csv'));
    for (const type of ['dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(dialog(page, 'Import upuszczony.csv into materials')).toBeVisible();
  await expect(page.getByLabel('Field for name')).toHaveValue('name');
});
