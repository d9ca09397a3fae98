import { expect } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '#reference/json.ts';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFocus } from './support/focus.ts';
import { dialog, expectNothingWaits, goTo, pill, send, toast } from './support/frame.ts';
import { grid } from './support/records.ts';
import { held, theRecord, writes } from './support/service.ts';
import { check, counts, linesOf, openSheet, changesetRow, queue, saved } from './support/sheets.ts';

const OFFICE = fileURLToPath(
  new URL('../fixtures/sheets/materials-csv-windows-1250.csv', import.meta.url),
);
const HEAD = 'Kod;Nazwa;Cena';

/** Returns 500 rows of a price list: 300 new, 150 with a new price, 43 unchanged, 7 with errors. */
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

test('accept 5: a price list is seen whole before anything is kept, and its rejects import once mended', async ({
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
  expect(await counts(page)).toEqual([
    'All 500',
    '300 new',
    '150 changed',
    '43 unchanged',
    '7 errors',
    '150 to check',
  ]);
  expect(service.log.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  await page.getByRole('button', { name: '7 errors' }).click();
  const fault = changesetRow(table, 'ZLE-0');
  await expect(fault).toContainText('495');
  await expect(fault).toContainText('Cena');
  await expect(fault).toContainText('dużo');
  await expect(fault).toContainText('a number such as 13.80');
  await expectAccessible(page, 'errors');
  const rejects = await saved(page, () =>
    page.getByRole('button', { name: 'Save rejected rows' }).click(),
  );
  expect(rejects.name).toBe('cennik-rejects.csv');
  const lines = linesOf(rejects.file);
  expect(lines).toHaveLength(8);
  expect(lines[1]).toMatch(/^ZLE-0;Zły wiersz 0;dużo;.*number/);
  await queue(page);
  await expect(pill(page)).toContainText('450 pending');
  const mended = lines.join('\r\n').replaceAll(';dużo;', ';7,10;');
  await openSheet(page, 'Fittings', { name: rejects.name, text: mended });
  await check(page);
  expect(await counts(page)).toEqual(['All 7', '7 new', '0 changed']);
  expect(faults).toEqual([]);
});

test('accept 6: a sheet of a Polish office keeps its letters, decimals and codes', async ({
  app: { page },
  service,
}) => {
  await goTo(page, 'Materials');
  await openSheet(page, 'Materials', OFFICE);
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1250');
  await expect(page.getByLabel('Separator', { exact: true })).toHaveValue(';');
  await expect(page.getByLabel('Decimal separator')).toHaveValue(',');
  await page.getByLabel('Encoding').selectOption('windows-1252');
  await expect(page.getByRole('table')).not.toContainText('żółty');
  await page.getByLabel('Encoding').selectOption('windows-1250');
  await expect(page.getByRole('table')).toContainText('Dąb sonoma żółty');
  await page.getByLabel('Field for PICFILE').selectOption({ label: "– Don't import –" });
  const table = await check(page);
  expect(await counts(page)).toEqual(['All 14', '14 new', '0 changed']);
  await expect(changesetRow(table, '5901234123457')).toContainText('0.05');
  await queue(page);
  await send(page);
  await expectNothingWaits(page);
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
  await changesetRow(table, '00417').focus();
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, 'ArrowDown');
  await page.keyboard.press('Space');
  await expect(changesetRow(table, '00418').getByRole('checkbox')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Save 2 changes' })).toBeEnabled();
  await queue(page);
  await expect(toast(page, 'Import of nowe.csv: 2 materials')).toBeVisible();
  await expect(pill(page)).toContainText('2 pending');
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: Import of nowe.csv: 2 materials')).toBeVisible();
  await expectNothingWaits(page);
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
  await page.getByRole('button', { name: 'Preview' }).click();
  const stop = page.getByRole('dialog').getByRole('button', { name: 'Stop' });
  await expect(stop).toBeFocused();
  await expect(page.getByRole('dialog')).toContainText(/[\d,]+ rows · \d+%/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Stopped. Not all rows');
  await expect(page.getByRole('grid', { name: 'Preview' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Save [\d,]+ change/ })).toBeDisabled();
});

test('a sheet that is dragged over a row says that it is imported, and opens at its columns', async ({
  app: { page },
}) => {
  await goTo(page, 'Materials');
  const row = grid(page).getByRole('row').nth(2);
  await expect(row).toBeVisible();
  const drag = (types: readonly string[]) =>
    row.evaluate((element, each) => {
      const dataTransfer = new DataTransfer();
      const file = new File(['SIFRA;name\nD-1;Dąb'], 'upuszczony.csv', { type: 'text/csv' });
      dataTransfer.items.add(file);
      const init = { dataTransfer, bubbles: true, cancelable: true };
      for (const type of each) element.dispatchEvent(new DragEvent(type, init));
    }, types);
  await drag(['dragenter', 'dragover']);
  const says = page.getByRole('status').filter({ hasText: 'Import the spreadsheet: materials' });
  await expect(says).toContainText('You can review every row before saving.');
  await drag(['drop']);
  await expect(says).toHaveCount(0);
  await expect(dialog(page, 'Import upuszczony.csv into materials')).toBeVisible();
  await expect(page.getByLabel('Field for name')).toHaveValue('name');
});

test('a preview with ticks set by hand asks before it is left, and Escape answers the question alone', async ({
  app: { page },
}) => {
  await goTo(page, 'Materials');
  await expect(grid(page)).toBeVisible();
  const text = 'SIFRA;name;price\n00417;Dąb;12,50\n00418;Buk;13,50';
  await openSheet(page, 'Materials', { name: 'nowe.csv', text });
  const table = await check(page);
  await changesetRow(table, '00418').getByRole('checkbox').uncheck();
  const question = dialog(page, 'Close this preview?');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expectAccessible(page, 'question');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(changesetRow(table, '00418').getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: 'Back' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(table).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close preview' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNothingWaits(page);
  await openSheet(page, 'Materials', { name: 'nowe.csv', text });
  await check(page);
  // Nothing was set by hand, so closing loses nothing.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('numbers that can be read in two ways are said to be so, and are read as the person says', async ({
  app: { page },
}) => {
  await goTo(page, 'Materials');
  await expect(grid(page)).toBeVisible();
  const text = 'SIFRA\tname\tprice\n00417\tDąb\t1,234\n00418\tBuk\t2,500';
  await openSheet(page, 'Materials', { name: 'obrzeza.tsv', text });
  const note = page.getByRole('status').filter({ hasText: 'Numbers such as 1,234' });
  await expect(note).toBeVisible();
  await expectAccessible(page, 'ambiguous numbers');
  await page.getByLabel('Decimal separator').selectOption(',');
  await expect(note).toHaveCount(0);
  const table = await check(page);
  await expect(changesetRow(table, '00417')).toContainText('1.234');
  expect(await counts(page)).toEqual(['All 2', '2 new', '0 changed']);
});

test('files that the sheet names are added to it, and what was chosen for it stays', async ({
  app: { page },
}) => {
  await goTo(page, 'Fittings');
  await expect(grid(page)).toBeVisible();
  const text = 'kod;Cokolwiek;images\n00417;Dąb;nowy.png';
  await openSheet(page, 'Fittings', { name: 'cennik.csv', text });
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add listed files…' }).click();
  const chooser = await choosing;
  await page.getByLabel('Field for Cokolwiek').selectOption('name');
  const buffer = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  await chooser.setFiles({ name: 'nowy.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('1 file', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Field for Cokolwiek')).toHaveValue('name');
  const table = await check(page);
  await expect(changesetRow(table, '00417')).toContainText('Dąb');
  expect(await counts(page)).toEqual(['All 1', '1 new', '0 changed']);
});

test('rejects of a price list are mended, imported and sent, and all of it is taken back', async ({
  app: { page },
  service,
}) => {
  await goTo(page, 'Materials');
  await expect(grid(page)).toBeVisible();
  const text = 'SIFRA;name;price;uwagi\n00417;Dąb;12,50;ok\n00418;Żółty;dużo;zły';
  await openSheet(page, 'Materials', { name: 'cennik.csv', text });
  await check(page);
  const rejects = await saved(page, () =>
    page.getByRole('button', { name: 'Save rejected rows' }).click(),
  );
  await queue(page);
  const mended = linesOf(rejects.file).join('\r\n').replace(';dużo;', ';9,90;');
  await openSheet(page, 'Materials', { name: rejects.name, text: mended });
  await expect(page.getByLabel('Field for Reason / Powód')).toHaveValue('');
  await check(page);
  await queue(page);
  await send(page);
  await expect.poll(() => held(service, 'materials', '00418')).toHaveLength(1);
  expect(theRecord(service, 'materials', '00418')).toMatchObject({ name: 'Żółty', price: 9.9 });
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: Import of cennik-rejects.csv: 1 material')).toBeVisible();
  await expect(pill(page)).toContainText('1 pending');
  await send(page);
  await expect.poll(() => held(service, 'materials', '00418')).toEqual([]);
  expect(held(service, 'materials', '00417')).toHaveLength(1);
});
