import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo, pill, rail } from './support/frame.ts';
import { chooseLanguage } from './support/looks.ts';
import { oddities } from './support/oddities.ts';
import { begin, section } from './support/plan.ts';
import { addFitting, find, grid, open } from './support/records.ts';
import { check, openSheet, queue } from './support/sheets.ts';
import { LANGUAGES } from './support/texts.ts';

/** Returns the sizes of the hidden parts below and right of an element's visible area. */
function cutOff(element: Locator): Promise<readonly number[]> {
  return element.evaluate((each) => [
    each.scrollWidth - each.clientWidth,
    each.scrollHeight - each.clientHeight,
  ]);
}

/** Returns the position of an element's edge in the window. */
function edge(element: Locator, of: 'left' | 'right' | 'top' | 'bottom'): Promise<number> {
  return element.evaluate((each, side) => each.getBoundingClientRect()[side], of);
}

/** Returns the number of rows on which the parts of an element are laid out. */
function rowsIn(element: Locator): Promise<number> {
  return element.evaluate((each) => {
    const middles = [...each.children].map((child) => {
      const { top, bottom } = child.getBoundingClientRect();
      return Math.round((top + bottom) / 8);
    });
    return new Set(middles).size;
  });
}

async function selectAll(page: Page): Promise<Locator> {
  await grid(page).getByRole('checkbox', { name: 'Select all matching records' }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toBeVisible();
  return bar;
}

test('the title of a dialog is shown with the feet of its letters', async ({ app: { page } }) => {
  await find(page, 'Fittings', 'zawias');
  await page.getByRole('button', { name: 'Import: Fittings' }).click();
  const title = page.getByRole('dialog').getByRole('heading', { name: 'Import fittings' });
  await expect(title).toBeVisible();
  expect(await cutOff(title)).toEqual([0, 0]);
});

test('beside a record what can be done with a list is in sight, also in the smallest window', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, 'Fittings', 'ZAW-110-FE');
  const panel = page.getByRole('complementary', { name: 'Record' });
  const from = await edge(panel, 'left');
  for (const name of ['Import: Fittings', 'Export: Fittings', 'Add: Fitting']) {
    const right = await edge(page.getByRole('button', { name }), 'right');
    expect(right, name).toBeLessThan(from);
  }
  const head = (name: RegExp) => grid(page).getByRole('columnheader', { name });
  expect(await edge(head(/^Price/), 'left')).toBeGreaterThanOrEqual(
    await edge(head(/^Name/), 'right'),
  );
});

test('beside a record what can be done with a selection stands in one row', async ({
  app: { page },
}) => {
  await open(page, 'Fittings', 'ZAW-110-FE');
  await find(page, 'Fittings', 'ZAW-110');
  // Waits for the filtered list. All rows of the list before it are selected, so its header box
  // would clear the selection.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('6 of 327');
  const bar = await selectAll(page);
  await find(page, 'Fittings', 'ZAW');
  await expect(bar).toContainText('Select all');
  expect(await rowsIn(bar)).toBe(1);
});

test('the cell that was pressed is in sight: what is typed goes into it', async ({
  app: { page },
}) => {
  await find(page, 'Fittings', 'ZAW-110-FE');
  const cell = grid(page).getByRole('gridcell', { name: '8.90' });
  const ring = () => cell.evaluate((each) => getComputedStyle(each).boxShadow);
  expect(await ring()).toBe('none');
  await cell.click();
  await expect(cell).toBeFocused();
  expect(await ring()).not.toBe('none');
});

test('a code stands on one line where a record is picked by it', async ({ app: { page } }) => {
  await page.getByRole('button', { name: 'Add a product' }).click();
  await page.getByRole('button', { name: 'New plan' }).click();
  await page.getByRole('button', { name: 'Existing fitting…' }).click();
  await page.getByRole('combobox', { name: 'Code or name' }).fill('zawias puszkowy');
  const code = page.getByRole('option', { name: /ZAW-095-FE/ }).locator('code');
  await expect(code).toBeVisible();
  const lines = await code.evaluate((each) => each.getClientRects().length);
  const height = await code.evaluate((each) => each.getBoundingClientRect().height);
  expect([lines, height < 24]).toEqual([1, true]);
});

/** Returns how far the first element overlaps the second one from the left. */
async function overlap(first: Locator, second: Locator): Promise<number> {
  const [right, left] = await Promise.all([edge(first, 'right'), edge(second, 'left')]);
  return right - left;
}

const SCREENS = [
  'Fittings',
  'Outbox',
  'Needs a decision',
  'Problems',
  'Review',
  'Add a product',
  'History',
  'Settings',
];

test('magnified to twice its size nothing lies over anything else, and all is reached', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  const search = page.getByRole('button', { name: /^Search everything/ });
  for (const name of SCREENS) {
    await goTo(page, name);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(await overlap(search, pill(page)), name).toBeLessThanOrEqual(0);
    const tools = page.locator('.screen-tools');
    if ((await tools.count()) > 0) expect((await cutOff(tools))[0], name).toBe(0);
    await expectAccessible(page, name);
  }
  const panel = await open(page, 'Fittings', 'ZAW-110-FE');
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeInViewport();
  // The first Escape returns to the list, as beside it; the second closes the panel.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('a look at a record lies within its list, however little room a form beside it leaves', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await find(page, 'Edge bands', 'PVC');
  await grid(page).getByRole('gridcell').nth(2).click();
  await page.getByRole('button', { name: 'Add: Edge band' }).click();
  await expect(page.getByRole('complementary', { name: 'New: Edge band' })).toBeVisible();
  await grid(page).getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Space');
  const look = page.locator('section.quick');
  await expect(look).toBeVisible();
  expect(await edge(look, 'left')).toBeGreaterThanOrEqual(
    await edge(page.getByRole('main'), 'left'),
  );
});

test('a look at a record and what can be done with the selection do not lie over each other', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, 'Fittings', 'ZAW-110-FE');
  await page.keyboard.press('Escape');
  await find(page, 'Fittings', 'zawias');
  await grid(page).getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Space');
  const [look, bar] = [page.locator('section.quick'), page.locator('.selection')];
  await expect(look).toBeVisible();
  expect(await edge(look, 'bottom')).toBeLessThanOrEqual(await edge(bar, 'top'));
  expect(await edge(look, 'top')).toBeGreaterThanOrEqual(await edge(grid(page), 'top'));
});

test('a narrow rail says what its icons are', async ({ app: { page } }) => {
  await page.setViewportSize({ width: 840, height: 560 });
  const item = rail(page).getByRole('button', { name: /^Outbox/ });
  await item.hover();
  await expect(page.getByRole('tooltip', { name: 'Outbox' })).toBeVisible();
});

test('magnified to twice its size what a sheet is read as can be read and chosen', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await goTo(page, 'Fittings');
  const text = 'Kod;Nazwa;Cena\nA-1;Zawias;12,50';
  await openSheet(page, 'Fittings', { name: 'cennik.csv', text });
  const choice = page.getByRole('dialog').getByRole('table').getByRole('combobox').first();
  await choice.scrollIntoViewIfNeeded();
  await expect(choice).toBeInViewport({ ratio: 1 });
  const { width } = (await choice.boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(140);
});

/** The smallest window, the narrowest one with space beside a panel, and one zoomed to 200 %. */
test('beside a part of a plan every button of the plan is in sight in a narrow window', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await begin(page);
  await section(page, 'Edge bands').getByRole('button', { name: /^New/ }).click();
  await chooseLanguage(page, 'pl');
  await page.keyboard.press('Alt+9');
  const panel = page.getByRole('complementary');
  await expect(panel).toBeVisible();
  const from = await edge(panel, 'left');
  const buttons = await page.locator('.plan-tools, .plan').getByRole('button').all();
  expect(buttons.length).toBeGreaterThan(8);
  for (const button of buttons) expect(await edge(button, 'right')).toBeLessThanOrEqual(from);
});

test('the preview of an import and the foot of a record fit a narrow window', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await goTo(page, 'Fittings');
  const text = 'kod;name;price\r\n00417;Zawias A;5\r\n0417;Zawias B;6\r\n';
  await openSheet(page, 'Fittings', { name: 'a.csv', text });
  const table = await check(page);
  await expect(table).toContainText('differs clearly from row 3: 0417');
  expect((await cutOff(table))[0]).toBe(0);
  for (const name of ['Include 00417', 'Include 0417'])
    await table.getByRole('checkbox', { name, exact: true }).check();
  await queue(page);
  await chooseLanguage(page, 'pl');
  await page.keyboard.press('Alt+2');
  await page.locator('.search-field input').fill('00417');
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
  await grid(page).getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('button', { name: /^Wyślij wszystkie/ })).toBeVisible();
  for (const button of await panel.locator('.record-foot').getByRole('button').all())
    expect(await edge(button, 'right')).toBeLessThanOrEqual(1024);
});

const SMALL = [
  { width: 1024, height: 700 },
  { width: 900, height: 600 },
  { width: 640, height: 400 },
];
const CLOSE = { name: /^(Close|Zamknij)$/u };

test.describe('in a window of any size nothing is cut off or out of reach', () => {
  test.use({ desk: 'staged' });
  for (const { id } of LANGUAGES)
    test(`on every screen, with a record open, and with nothing found: ${id}`, async ({
      app: { page },
    }) => {
      test.slow();
      // New and on hold: the two longest marks on a row of a list.
      await addFitting(page, 'AAA-1');
      await goTo(page, 'Outbox');
      await page.getByRole('button', { name: 'Hold all' }).click();
      await chooseLanguage(page, id);
      const odd: string[] = [];
      const look = async (where: string) => {
        for (const each of await oddities(page)) odd.push(`${where}: ${each}`);
      };
      for (const size of SMALL) {
        await page.setViewportSize(size);
        for (const key of [1, 2, 3, 4]) {
          await page.keyboard.press(`Alt+${key}`);
          const list = grid(page);
          await expect(list.getByRole('row').nth(1)).toBeVisible();
          await look(`list ${key}`);
          await list.getByRole('gridcell').nth(2).click();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('complementary').getByRole('tab').first()).toBeVisible();
          await look(`record ${key}`);
          const close = page.getByRole('complementary').getByRole('button', CLOSE);
          const liesOver = size.width < 900;
          if (liesOver) await close.click();
          const filter = page.locator('.search-field input');
          await filter.fill('ą'.repeat(40));
          await expect(list).toBeHidden();
          await look(`nothing found ${key}`);
          await filter.fill('');
          if (!liesOver) await close.click();
        }
        for (const key of [5, 6, 7, 8, 9, 0]) {
          await page.keyboard.press(`Alt+${key}`);
          await expect(page.getByRole('main')).not.toBeEmpty();
          await look(`screen ${key}`);
        }
        await page.keyboard.press('Alt+7');
        await page.locator('.problem-open').first().click();
        await expect(page.getByRole('complementary').getByRole('tab').first()).toBeVisible();
        await page.locator('.search-field input').fill('ą'.repeat(40));
        await expect(page.locator('.problem-open')).toHaveCount(0);
        await look('no problem found beside a record');
        await page.locator('.search-field input').fill('');
        await page.getByRole('complementary').getByRole('button', CLOSE).click();
      }
      expect(odd).toEqual([]);
    });
});
