import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo, send, toast } from './support/frame.ts';
import { picture } from './support/picture.ts';
import { begin, giveModel, section } from './support/plan.ts';
import { find, open, rowOf } from './support/records.ts';
import { held, idOf, theRecord } from './support/service.ts';

const MATERIALS = [
  ['korpus', 'H1145-18', '6.03'],
  ['front', 'U1001-FM-19', '1.84'],
  ['plecy', 'U1001-HDF-3', '1.84'],
  ['blat', 'H1145-25', '0.9'],
] as const;
const BAND = ['ABS-22-08-H1145', '12.98'] as const;
const FITTINGS = [
  ['ZAW-110-FE', 8],
  ['PRK-H0-FE', 8],
  ['KON-7X50-FE', 16],
  ['KOD-8X35-WM', 24],
  ['PKU-400-KX', 2],
  ['NCO-100-FE', 4],
] as const;

/** Counts what the hands of a person do. */
function handsOn(page: Page) {
  const count = { keys: 0, clicks: 0 };
  return {
    count,
    click: async (at: Locator) => {
      count.clicks += 1;
      await at.click();
    },
    type: async (text: string) => {
      count.keys += text.length;
      await page.keyboard.type(text);
    },
    press: async (key: string) => {
      count.keys += 1;
      await page.keyboard.press(key);
    },
  };
}

/** The cell that has the focus, by its label. */
async function expectFocus(form: Locator, label: string): Promise<void> {
  await expect(form.getByLabel(label, { exact: true })).toBeFocused();
}

test('a product is composed of materials, fittings and an edge band without JSON', async ({
  app: { page },
  service,
}) => {
  test.slow();
  await begin(page);
  await section(page, 'Product').getByRole('button', { expanded: false }).first().click();
  const form = page.getByRole('complementary', { name: 'Plan part' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Szafa Nowa');
  await form.getByLabel('Status', { exact: true }).fill('1');
  await form.getByLabel('Date', { exact: true }).fill('2026-11-20');

  const hands = handsOn(page);
  const part = async (code: string, amount: string, next: string) => {
    await hands.type(code);
    await hands.press('Enter');
    await expectFocus(form, next);
    await hands.type(amount);
    await hands.press('Enter');
  };
  await hands.click(form.getByLabel('Materials korpus SIFRA', { exact: true }));
  for (const [key, code, amount] of MATERIALS) {
    if (key === 'blat') {
      await expectFocus(form, 'New part');
      await hands.type(key);
      await hands.press('Enter');
    }
    await expectFocus(form, `Materials ${key} SIFRA`);
    await part(code, amount, `Materials ${key} ilosc`);
  }
  await hands.click(form.getByLabel('Materials obrzeza 1 code', { exact: true }));
  await part(...BAND, 'Materials obrzeza 1 metry');
  await hands.click(form.getByLabel('Main okucia 1 kod', { exact: true }));
  for (const [index, [code, amount]] of FITTINGS.entries())
    await part(code, String(amount), `Main okucia ${index + 1} ilosc`);
  await expectAccessible(page, 'a composed product');
  await expect(form.getByText('Price × amount of all parts')).toBeVisible();
  // Materials 622.968, fittings 144.00; an edge band has no price.
  await expect(form.getByText('766.97')).toBeVisible();
  await expect(form.getByText('11 parts · 1 without a price')).toBeVisible();

  const title = (code: string) => String(theRecord(service, 'materials', code)['name']);
  const materialy = {
    ...Object.fromEntries(
      MATERIALS.map(([key, SIFRA, ilosc]) => [
        key,
        { SIFRA, nazwa: title(SIFRA), ilosc, jm: 'm2' },
      ]),
    ),
    obrzeza: [{ code: BAND[0], metry: BAND[1] }],
  };
  const main = { okucia: FITTINGS.map(([kod, ilosc]) => ({ kod, ilosc })) };
  // Typed as JSON, the same composition takes every character, and two clicks.
  const before = JSON.stringify(materialy).length + JSON.stringify(main).length;
  expect({ before, ...hands.count }).toEqual({ before: 695, keys: 169, clicks: 3 });

  await giveModel(page, 'szafa nowa.obj');
  await page.getByRole('button', { name: 'Add to Outbox' }).click();
  await expect(toast(page, /new records? added to Outbox/)).toBeVisible();
  await send(page);
  await expect
    .poll(() => held(service, 'products', 'Szafa Nowa'))
    .toMatchObject([{ materialy, main }]);
});

test('rows are pasted, moved, repeated and removed, and Ctrl+Z takes it back', async ({
  app: { page, violations },
  service,
}) => {
  test.slow();
  const panel = await open(page, 'Edge bands', 'PVC-22-04-H1145');
  const cell = (row: number, key: string) =>
    panel.getByLabel(`Data ${row} ${key}`, { exact: true });
  await cell(2, 'szerokosc').click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '43\t75\tspare\n54\t50\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(cell(3, 'rolka')).toHaveValue('50');
  await expect(panel.getByRole('status')).toContainText('1 cell was not pasted');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(cell(1, 'szerokosc')).toHaveValue('43');
  await expect(cell(1, 'szerokosc')).toBeFocused();
  await page.keyboard.press('Alt+d');
  await expect(cell(2, 'rolka')).toHaveValue('75');
  await page.keyboard.press('Alt+Delete');
  await expect(cell(2, 'rolka')).toHaveValue('150');
  await page.keyboard.press('Control+z');
  await expect(cell(2, 'rolka')).toHaveValue('75');
  await page.keyboard.press('Control+Shift+z');
  await expect(cell(4, 'rolka')).toHaveValue('');
  await cell(2, 'rolka').fill('twenty');
  await expect(panel).toContainText('Other records have a number here.');
  await page.keyboard.press('Control+z');
  await expect(cell(2, 'rolka')).toHaveValue('150');

  // The JSON view shows the same text, and its changes show in the table.
  await page.keyboard.press('Alt+j');
  const json = panel.getByRole('textbox', { name: 'Data', exact: true });
  await expect(json).toBeFocused();
  await expect(json).toContainText('"szerokosc": 43');
  await expectAccessible(page, 'the JSON view');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('[{"szerokosc": 43, "rolka": 7');
  await expect(panel).toContainText(/JSON/);
  await expect(panel.getByText(/^draft saved/)).toBeVisible();
  await page.reload();
  await expect(panel.getByRole('textbox', { name: 'Data', exact: true })).toContainText(
    '"rolka": 7',
  );
  expect(await violations()).toEqual([]);
  await panel.getByRole('textbox', { name: 'Data', exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('[{"szerokosc": 43, "rolka": 7}]');
  await page.keyboard.press('Alt+j');
  await expect(cell(1, 'rolka')).toHaveValue('7');
  await page.keyboard.press('Control+s');
  await send(page);
  await expect
    .poll(() => held(service, 'edgeBands', 'PVC-22-04-H1145'))
    .toMatchObject([{ data: [{ szerokosc: 43, rolka: 7 }] }]);
});

test('a record of a stranger with 1,000 different keys is shown as JSON at once', async ({
  app: { page },
  service,
}) => {
  const data = Array.from({ length: 50 }, (_, row) =>
    Object.fromEntries(Array.from({ length: 20 }, (__, key) => [`k${row}x${key}`, key])),
  );
  service.state.patch('edgeBands', idOf(service, 'edgeBands', 'PVC-22-04-H1145'), { data });
  await page.keyboard.press('Control+r');
  await expect(toast(page, /updated|changed|up to date/i).first()).toBeVisible();
  const panel = await open(page, 'Edge bands', 'PVC-22-04-H1145');
  await expect(panel.getByRole('button', { name: /^Show JSON/ })).toBeVisible();
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Still here');
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Still here');
});

test('a new part that the product does not name is put into its composition', async ({
  app: { page },
}) => {
  await begin(page);
  await section(page, 'Fittings').getByRole('button', { name: 'New fitting' }).click();
  const form = page.getByRole('complementary', { name: 'Plan part' });
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill('ZAW-NEW');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Zawias nowy');
  const fittings = section(page, 'Fittings');
  await fittings.getByRole('button', { name: 'Add to the composition' }).click();
  await expectAccessible(page, 'the places of a composition');
  await page.getByRole('menuitem', { name: 'Main: okucia' }).click();
  await expect(form.getByLabel('Main okucia 1 kod', { exact: true })).toHaveValue('ZAW-NEW');
  await expect(form).toContainText('in this plan');
  await expect(fittings.getByRole('button', { name: 'Add to the composition' })).toBeHidden();
});

test('a code that a fitting and a material have asks once which of them is meant', async ({
  app: { page },
  service,
}) => {
  test.slow();
  service.state.insert('materials', { SIFRA: 'ZAW-110-FE', name: 'Płyta zawiasowa', price: 61 });
  await goTo(page, 'Materials');
  await page.keyboard.press('Control+r');
  await find(page, 'Materials', 'Płyta zawiasowa');
  await expect(rowOf(page, 'ZAW-110-FE')).toBeVisible();
  await begin(page);
  await section(page, 'Product').getByRole('button', { expanded: false }).first().click();
  const form = page.getByRole('complementary', { name: 'Plan part' });
  await form.getByLabel('Main okucia 1 kod', { exact: true }).fill('ZAW-110-FE');
  await form.getByLabel('Main okucia 1 ilosc', { exact: true }).fill('2');
  const question = form.getByRole('group', { name: /Several kinds have this code/ });
  await expect(question.getByRole('button')).toHaveText(['Fitting', 'Material']);
  await expectAccessible(page, 'two candidates for a reference');
  await question.scrollIntoViewIfNeeded();
  await picture(page, 'two-candidates');
  await question.getByRole('button', { name: 'Material' }).press('Enter');
  await expect(toast(page, /Remembered for main\.okucia\[\]\.kod/)).toBeVisible();
  await expect(question).toBeHidden();
  await expect(form).toContainText('Płyta zawiasowa');
  await expect(form.getByText('122.00')).toBeVisible();

  await goTo(page, 'Settings');
  await page.getByRole('button', { name: /What Cabinet knows about this server/ }).click();
  const line = page.getByRole('row', { name: /main\.okucia\[\]\.kod/ });
  await expect(line).toContainText('Materials');
  await picture(page, 'knowledge-reference');
  await line.getByRole('button', { name: /^Correct/ }).click();
  await page.getByRole('radio', { name: 'Fittings' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(line).toContainText('Fittings');
  await line.getByRole('button', { name: /^Delete/ }).click();
  await expect(line).toBeHidden();
});
