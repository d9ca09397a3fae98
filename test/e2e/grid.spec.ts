import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { dialog, goTo } from './support/frame.ts';
import { cellOf, find, grid, open, panelOf, rowOf } from './support/records.ts';
import { idOf } from './support/service.ts';

const head = (page: Page, name: string) =>
  page.getByRole('columnheader', { name: new RegExp(`^${name}(?: |$)`) });
const count = (page: Page) => page.getByRole('heading', { level: 1 });

/** Returns the numbers in the first rows of a column. */
async function numbersIn(page: Page, column: string): Promise<readonly number[]> {
  const index = await head(page, column).getAttribute('aria-colindex');
  const cells = grid(page).locator(`[role="gridcell"][aria-colindex="${index}"]`);
  const texts = (await cells.allTextContents()).slice(0, 12);
  return texts.map((text) => Number(text.replaceAll(',', '')));
}

/** Holds back the request for the rows from an offset; returns a function that releases it. */
async function holdRows(page: Page, offset: number): Promise<() => Promise<void>> {
  await page.evaluate((from) => {
    const held: (() => void)[] = [];
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (this: WebSocket, frame: string) {
      if (frame.includes('"records.list"') && frame.includes(`"offset":${from}`))
        held.push(() => send.call(this, frame));
      else send.call(this, frame);
    };
    addEventListener('release', () => {
      WebSocket.prototype.send = send;
      for (const each of held) each();
    });
  }, offset);
  return () => page.evaluate(() => void dispatchEvent(new Event('release')));
}

/** Adds a filter with the filter builder. */
async function filter(
  page: Page,
  { field, op, value }: { readonly field: string; readonly op: string; readonly value: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const builder = dialog(page, 'Filter');
  await builder.getByLabel('Field').selectOption({ label: field });
  await builder.getByLabel('Condition').selectOption({ label: op });
  await builder.getByLabel('Value').fill(value);
  await builder.getByRole('button', { name: 'Add filter' }).click();
  await expect(builder).toBeHidden();
}

const EXPENSIVE = { field: 'Price', op: 'is more than', value: '100,5' } as const;
const isExpensive = (price: unknown) => Number(String(price).replace(',', '.')) > 100.5;

test.describe('a list', () => {
  test('is sorted by number where a column holds numbers', async ({ app: { page } }) => {
    await goTo(page, 'Fittings');
    await head(page, 'Price').click();
    await expect(head(page, 'Price')).toHaveAttribute('aria-sort', 'ascending');
    const rising = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
    await expect
      .poll(async () => {
        const found = await numbersIn(page, 'Price');
        return found.length > 5 && String(found) === String(rising(found));
      })
      .toBe(true);
    await head(page, 'Price').click();
    await expect(head(page, 'Price')).toHaveAttribute('aria-sort', 'descending');
    await expect
      .poll(async () => {
        const found = await numbersIn(page, 'Price');
        return String(found) === String(rising(found).reverse());
      })
      .toBe(true);
  });

  test('is narrowed by a filter that can be changed and taken away', async ({
    app: { page },
    seed,
  }) => {
    await goTo(page, 'Fittings');
    await filter(page, EXPENSIVE);
    const expected = seed.fittings.filter(({ price }) => isExpensive(price)).length;
    await expect(count(page)).toContainText(`${expected} of ${seed.fittings.length}`);
    const chips = page.getByLabel('Filters', { exact: true });
    await expect(chips).toContainText('Price');
    await chips.getByRole('button', { name: /^Price/ }).click();
    const change = page.getByRole('dialog');
    await change.getByLabel('Value').fill('1,000');
    await expect(change.getByText('This could be two numbers')).toBeVisible();
    await expect(change.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await change.getByLabel('Value').fill('100000');
    await change.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No results')).toBeVisible();
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await expect(count(page)).not.toContainText('of');
  });

  test('shows what is asked for from its first row, wherever one was', async ({
    app: { page },
  }) => {
    await goTo(page, 'Fittings');
    await (await cellOf(page, await firstCode(page), 'Code')).click();
    await page.keyboard.press('End');
    const scrolled = () => grid(page).evaluate(({ scrollTop }) => scrollTop);
    await expect.poll(scrolled).toBeGreaterThan(5000);
    await find(page, 'Fittings', 'Nordan');
    await expect(count(page)).not.toContainText('327 of 327');
    await expect.poll(scrolled).toBe(0);
    await expect(grid(page).locator('[aria-rowindex="2"]')).toBeInViewport();
  });

  test('shows nothing of other rows where those in view are on their way', async ({
    app: { page },
  }, { project }) => {
    test.skip(project.name === 'electron', 'Answers can be held back on a socket alone.');
    await goTo(page, 'Fittings');
    await (await cellOf(page, await firstCode(page), 'Code')).click();
    const release = await holdRows(page, 200);
    await page.keyboard.press('End');
    const away = grid(page).locator('[data-row="310"]');
    await expect(away).toHaveAttribute('aria-busy', 'true');
    await expect(away.locator('[role="gridcell"]').nth(3)).toBeHidden();
    await expect(grid(page).getByRole('row', { name: /./ }).filter({ visible: true })).toHaveCount(
      1,
    );
    // The row of the cursor is present, but empty.
    await expect(grid(page).locator('[data-row="326"] [tabindex="0"]')).toBeFocused();
    await expect(grid(page).locator('[data-row="326"]')).toHaveText('');
    await release();
    await expect(away).toHaveAttribute('aria-busy', 'false');
    await expect(away.locator('[role="gridcell"]').nth(3)).toBeVisible();
    await expect(grid(page).locator('[data-row="326"] [tabindex="0"]')).toBeFocused();
    await expect(grid(page).locator('[data-row="326"]')).not.toHaveText('');
  });

  test('comes back as a saved view, also after a reload', async ({ app: { page }, seed }) => {
    await goTo(page, 'Fittings');
    await filter(page, EXPENSIVE);
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
    await dialog(page, 'Save view').getByLabel('Name').fill('Drogie');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Drogie' })).toBeVisible();
    await page.getByRole('button', { name: 'Drogie' }).click();
    await page.getByRole('menuitem', { name: 'All', exact: true }).click();
    await expect(count(page)).not.toContainText('of');
    await page.reload();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Drogie' }).click();
    const expected = seed.fittings.filter(({ price }) => isExpensive(price)).length;
    await expect(count(page)).toContainText(`${expected} of ${seed.fittings.length}`);
  });

  test('shows the columns that were chosen, in every visit', async ({ app: { page } }) => {
    await goTo(page, 'Fittings');
    await page.getByRole('button', { name: 'Columns' }).click();
    const chooser = dialog(page, 'Columns');
    await chooser.getByRole('checkbox', { name: 'Manufacturer', exact: true }).uncheck();
    await chooser.getByRole('checkbox', { name: 'Weight' }).check();
    await page.keyboard.press('Escape');
    const expectColumns = async () => {
      await expect(head(page, 'Weight')).toBeAttached();
      await expect(head(page, 'Manufacturer')).toHaveCount(0);
    };
    await expectColumns();
    await goTo(page, 'Materials');
    await goTo(page, 'Fittings');
    await expectColumns();
    await page.reload();
    await expectColumns();
  });
});

test.describe('the selection', () => {
  test('of all that match holds rows that were never drawn', async ({ app: { page } }) => {
    await find(page, 'Fittings', 'Nordan');
    await expect(count(page)).toHaveText(/ of 327$/);
    await expect(count(page)).not.toContainText('327 of 327');
    const total = Number(/(\d+) of/.exec((await count(page).textContent()) ?? '')?.[1]);
    const drawn = await grid(page).getByRole('row').count();
    expect(total).toBeGreaterThan(drawn);
    await (await cellOf(page, await firstCode(page), 'Code')).click();
    await page.keyboard.press('Control+a');
    const bar = page.getByLabel('Selection', { exact: true });
    await expect(bar).toContainText(`All ${total} selected`);
    await bar.getByRole('button', { name: 'Delete…' }).click();
    const question = dialog(page, `Delete ${total} records?`);
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar).toContainText(`All ${total} selected`);
  });

  test('and the place in the list are kept while another screen is visited', async ({
    app: { page },
    seed,
  }) => {
    await goTo(page, 'Fittings');
    await (await cellOf(page, await firstCode(page), 'Code')).click();
    await page.keyboard.press('End');
    const last = grid(page).locator(`[aria-rowindex="${seed.fittings.length + 1}"]`);
    await expect(last).toHaveClass(/grid-row-active/);
    await page.keyboard.press('Shift+ArrowUp');
    await expect(page.getByLabel('Selection', { exact: true })).toContainText('2 selected');
    const scrolled = () => grid(page).evaluate(({ scrollTop }) => scrollTop);
    const before = await scrolled();
    expect(before).toBeGreaterThan(5000);
    for (const screen of ['Outbox', 'Materials', 'Settings']) await goTo(page, screen);
    await goTo(page, 'Fittings');
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await expect.poll(scrolled).toBe(before);
    await expect(page.getByLabel('Selection', { exact: true })).toContainText('2 selected');
  });
});

test.describe('an open record', () => {
  test('stands beside its list, which stays as it was', async ({ app: { page } }) => {
    const panel = await open(page, 'Fittings', 'ZAW-110-FE');
    await expect(rowOf(page, 'ZAW-110-FE')).toBeInViewport();
    await expect(count(page)).toContainText('1 of 327');
    await goTo(page, 'History');
    await goTo(page, 'Fittings');
    await expect(panel.getByRole('heading', { level: 2 })).toContainText('110° nakładany');
    await expect(count(page)).toContainText('1 of 327');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panelOf(page)).toBeHidden();
    await expect(rowOf(page, 'ZAW-110-FE')).toBeVisible();
  });

  test('is named by its code, and shows its id under Raw', async ({ app: { page }, service }) => {
    const panel = await open(page, 'Fittings', 'ZAW-110-FE');
    const id = idOf(service, 'fittings', 'ZAW-110-FE');
    await expect(panel.locator('.record-head')).toContainText('ZAW-110-FE');
    await expect(panel.locator('.record-head')).not.toContainText(id.slice(0, 8));
    await panel.getByRole('tab', { name: 'JSON data' }).click();
    await expect(panel.getByRole('tabpanel')).toContainText(id);
  });

  test('shows what uses it, and leads there', async ({ app: { page } }) => {
    const panel = await open(page, 'Fittings', 'ZAW-110-FE');
    await panel.getByRole('tab', { name: /^Used in/ }).click();
    const users: Locator = panel.getByRole('tabpanel').getByRole('listitem').getByRole('button');
    const first = users.first();
    const name = (await first.textContent()) ?? '';
    await first.click();
    const heading = panelOf(page).getByRole('heading', { level: 2 });
    await expect(heading).not.toContainText('110° nakładany z hamulcem Fersa');
    expect(name).toContain((await heading.textContent()) ?? '?');
  });
});

async function firstCode(page: Page): Promise<string> {
  const index = await head(page, 'Code').getAttribute('aria-colindex');
  const cell = grid(page).locator(`[role="gridcell"][aria-colindex="${index}"]`).first();
  return (await cell.textContent()) ?? '';
}
