import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { dialog, expectChecked, expectNothingWaits, goTo, pill, toast } from './support/frame.ts';
import { burst, ctrl, ENTER, ESCAPE } from './support/hands.ts';
import { cellOf, find, grid, panelOf, priceOf, rowOf } from './support/records.ts';
import { idOf, theRecord } from './support/service.ts';

const [FIRST, SECOND] = ['ZAW-095-FE', 'ZAW-095-ND'] as const;

test.describe('keys pressed faster than a window is drawn', () => {
  test('what is typed right behind Ctrl+K goes into the palette', async ({ app: { page } }) => {
    await find(page, 'Fittings', FIRST);
    await (await cellOf(page, FIRST, 'Name')).click();
    await burst(page, ctrl('k'), 'settings');
    await expect(dialog(page, 'Commands and records').getByRole('combobox')).toHaveValue(
      'settings',
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  });

  test('Enter in the palette opens what was typed, not what fewer letters had found', async ({
    app: { page },
  }) => {
    await page.keyboard.press('Control+k');
    const palette = dialog(page, 'Commands and records');
    await page.keyboard.type('se');
    await expect(palette.getByRole('option').first()).toContainText(/se/i);
    await expect(palette.getByRole('option').first()).not.toContainText('Settings');
    await burst(page, 'ttings', ENTER);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  });

  test('Ctrl+Enter in a cell keeps what was typed there, then sends it', async ({
    app: { page },
    service,
  }) => {
    await find(page, 'Fittings', FIRST);
    const price = await cellOf(page, FIRST, 'Price');
    await price.click();
    await page.keyboard.type('7,35');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, '1 change sent')).toBeVisible();
    await expect(price).toBeFocused();
    expect(Number(theRecord(service, 'fittings', FIRST)['price'])).toBe(7.35);
  });

  test('a column of prices is typed without waiting for any of them', async ({ app: { page } }) => {
    await find(page, 'Fittings', 'ZAW-095');
    const down = { key: 'ArrowDown', text: '' };
    const top = await cellOf(page, FIRST, 'Price');
    await expect(rowOf(page, SECOND)).toBeVisible();
    await top.click();
    await burst(page, '12', down, '13', down);
    await expect(pill(page)).toContainText('2 pending');
    await expect(grid(page).locator('.grid-editor')).toHaveCount(0);
    const next = top.locator('xpath=ancestor::*[@role="row"]');
    const below = Number(await next.getAttribute('data-row')) + 1;
    await expect(top.locator('ins')).toHaveText('12.00');
    await expect(grid(page).locator(`[data-row="${below}"] [data-column="price"] ins`)).toHaveText(
      '13.00',
    );
  });

  test('a cell that is scrolled away is kept, and holds up no other', async ({ app: { page } }) => {
    await goTo(page, 'Fittings');
    const price = (row: number) => grid(page).locator(`[data-row="${row}"] [data-column="price"]`);
    await price(2).click();
    await page.keyboard.type('12');
    await grid(page).hover();
    await page.mouse.wheel(0, 4000);
    await expect(pill(page)).toContainText('1 pending');
    await price(130).dblclick();
    await expect(price(130).getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    // The cell with the cursor holds every typed letter in its editor.
    await grid(page).hover();
    await page.mouse.wheel(0, -4000);
    await expect(price(2).locator('ins')).toHaveText('12.00');
    await expect(price(130)).toHaveCount(0);
    await burst(page, '145');
    await expect(price(130).getByRole('textbox')).toHaveValue('145');
  });

  test('Undo and Redo pressed while something is being taken back are done behind it', async ({
    app: { page },
  }) => {
    await priceOf(page, FIRST, '7,35');
    await priceOf(page, SECOND, '8,45');
    await expect(pill(page)).toContainText('2 pending');
    await burst(page, ctrl('z'), ctrl('z'));
    await expectNothingWaits(page);
    await burst(page, ctrl('y'), ctrl('z'), ctrl('y'));
    await expect(pill(page)).toContainText('1 pending');
  });

  test('Ctrl+Enter in a cell whose text cannot be kept sends nothing and says why', async ({
    app: { page },
  }) => {
    await priceOf(page, FIRST, '7,35');
    const price = await cellOf(page, FIRST, 'Price');
    await price.click();
    await page.keyboard.type('dear');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(price.getByRole('textbox')).toHaveValue('dear');
    await expect(pill(page)).toContainText('1 pending');
  });

  test('a Send pressed while another is under way is taken, and the person is told', async ({
    app: { page },
    service,
  }) => {
    const gate = Promise.withResolvers<void>();
    service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => (phase === 'before' ? gate.promise : undefined),
    });
    await priceOf(page, FIRST, '7,35');
    await page.keyboard.press('Control+Enter');
    await expect(pill(page)).toContainText('Sending');
    await priceOf(page, SECOND, '8,15');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'right after the current')).toBeVisible();
    // The menu says why the command is disabled meanwhile.
    await pill(page).click();
    await expect(page.getByRole('menuitem', { name: /^Send/ }).first()).toContainText(
      'Sent right after the current changes',
    );
    await page.keyboard.press('Escape');
    gate.resolve();
    await expect(pill(page)).not.toContainText(/Sending|\d pending/);
    expect(Number(theRecord(service, 'fittings', SECOND)['price'])).toBe(8.15);
  });

  test('Enter right behind an arrow opens the problem that the arrow went to', async ({
    app: { page },
  }) => {
    await goTo(page, 'Problems');
    await expectChecked(page);
    const opens = page.getByRole('list', { name: 'Problems' }).locator('.problem-open');
    await opens.first().focus();
    await burst(page, { key: 'ArrowDown', text: '' }, ENTER);
    await expect(opens.nth(1)).toBeFocused();
    await expect(opens.nth(1).locator('xpath=..')).toHaveAttribute('data-open', 'true');
    await expect(opens.first().locator('xpath=..')).toHaveAttribute('data-open', 'false');
  });
});

test.describe('the reason why a cell stays as it is', () => {
  for (const [how, key] of [
    ['Escape', 'Escape'],
    ['a dialog', 'Control+k'],
    ['the focus that goes on', 'ArrowDown'],
  ] as const)
    test(`is over with ${how}`, async ({ app: { page } }) => {
      await find(page, 'Fittings', 'ZAW-095');
      await (await cellOf(page, FIRST, 'Code')).click();
      await page.keyboard.press('F2');
      await expect(page.getByRole('tooltip')).toContainText('Cannot be changed after creation.');
      await page.keyboard.press(key);
      // Without the key the tooltip would close only after five seconds.
      await expect(page.getByRole('tooltip')).toHaveCount(0, { timeout: 2500 });
      await expect(grid(page)).toBeAttached();
    });
});

test.describe('one form for record after record', () => {
  const [CODES, NEXT] = ['ZAW-095', 'ArrowDown'] as const;

  /** Opens the first of some records in the panel; the list has the focus. */
  async function first(page: Page): Promise<Locator> {
    await find(page, 'Fittings', CODES);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/^Fittings\s*\d of/);
    await grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    await expect(panel.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(panel.locator(':focus')).toHaveCount(0);
    return panel;
  }

  const nameIn = (panel: Locator) => panel.getByRole('textbox', { name: 'Name', exact: true });
  const codeIn = (panel: Locator) => panel.locator('.record-code');

  test('shows every field of the next one, and not one of the one before', async ({
    app: { page },
    service,
  }) => {
    const panel = await first(page);
    for (let step = 0; step < 3; step += 1) {
      const before = await codeIn(panel).innerText();
      await page.keyboard.press(NEXT);
      await expect(codeIn(panel)).not.toHaveText(before);
      const code = await codeIn(panel).innerText();
      const record = theRecord(service, 'fittings', code);
      await expect(nameIn(panel)).toHaveValue(String(record['name']));
      await expect(panel.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(code);
      await expect(panel.getByRole('textbox', { name: 'Price' })).toHaveValue(
        String(record['price']),
      );
    }
  });

  test('leaves what was typed with its record, by keys and by undo of the text', async ({
    app: { page },
  }) => {
    const panel = await first(page);
    const [code, name] = [await codeIn(panel).innerText(), await nameIn(panel).inputValue()];
    await nameIn(panel).fill(`${name} (typed)`);
    await page.keyboard.press('Escape');
    await page.keyboard.press(NEXT);
    await expect(codeIn(panel)).not.toHaveText(code);
    const other = await nameIn(panel).inputValue();
    expect(other).not.toContain('typed');
    await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await page.keyboard.press('ArrowUp');
    await expect(codeIn(panel)).toHaveText(code);
    await expect(nameIn(panel)).toHaveValue(`${name} (typed)`);
    await expect(panel).toContainText('restored. It is not saved yet.');
    // Moves on from a draft that was not edited this time.
    await page.keyboard.press(NEXT);
    await expect(nameIn(panel)).toHaveValue(other);
    await expect(panel).not.toContainText('restored.');
    await nameIn(panel).focus();
    await page.keyboard.press('Control+z');
    // The browser may undo the text of the filter. That shows a different record, but types nothing
    // in it.
    await expect(nameIn(panel)).not.toHaveValue(/typed/);
    await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });

  test('stays with whoever types in it while its record leaves the list', async ({
    app: { page },
    service,
  }) => {
    const rename = (code: string, name: string) => {
      service.state.patch('fittings', idOf(service, 'fittings', code), { name });
    };
    const read = async () => {
      await page.keyboard.press('Control+r');
      await expect(toast(page, 'The catalogue is up to date').last()).toBeVisible();
    };
    for (const code of [FIRST, SECOND]) rename(code, `Quokka ${code}`);
    await find(page, 'Fittings', 'Quokka');
    await read();
    await (await cellOf(page, FIRST, 'Code')).click();
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    const price = panel.getByRole('textbox', { name: 'Price' });
    await price.fill('7.3');
    rename(FIRST, 'Renamed by somebody else');
    await read();
    await expect(rowOf(page, FIRST)).toHaveCount(0);
    await expect(rowOf(page, SECOND)).toBeVisible();
    await page.keyboard.type('5');
    await expect(codeIn(panel)).toHaveText(FIRST);
    await expect(price).toHaveValue('7.35');
    await expect(price).toBeFocused();
    // A click on a row in the list shows that row in the panel.
    await page.keyboard.press('Escape');
    await (await cellOf(page, SECOND, 'Code')).click();
    await expect(codeIn(panel)).toHaveText(SECOND);
  });

  test('a record left while its change is being queued has no draft left over', async ({
    app: { page },
  }) => {
    const panel = await first(page);
    const code = await codeIn(panel).innerText();
    await nameIn(panel).fill('Kept and left');
    await burst(page, ctrl('s'), ESCAPE, { key: NEXT, text: '' });
    await expect(codeIn(panel)).not.toHaveText(code);
    await page.keyboard.press('ArrowUp');
    await expect(codeIn(panel)).toHaveText(code);
    await expect(nameIn(panel)).toHaveValue('Kept and left');
    await expect(panel).toContainText('1 pending change');
    await page.reload();
    await expect(nameIn(panel)).toHaveValue('Kept and left');
    await expect(panel).not.toContainText('restored.');
  });

  test('what is typed right behind Enter goes into the record that was chosen', async ({
    app: { page },
  }) => {
    const panel = await first(page);
    const code = await codeIn(panel).innerText();
    await burst(page, { key: NEXT, text: '' }, ENTER);
    await expect(codeIn(panel)).not.toHaveText(code);
    await expect(panel.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('End');
    await page.keyboard.type(' new');
    await expect(panel.locator(':focus')).toHaveValue(/ new$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await expect(codeIn(panel)).toHaveText(code);
    await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });
});
