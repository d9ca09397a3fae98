import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { dialog, pill, toast } from './support/frame.ts';
import { burst, ctrl, ENTER } from './support/hands.ts';
import { cellOf, find, grid, priceOf } from './support/records.ts';
import { theRecord } from './support/service.ts';

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
    await expect(toast(page, '1 change sent and confirmed')).toBeVisible();
    await expect(price).toBeFocused();
    expect(Number(theRecord(service, 'fittings', FIRST)['price'])).toBe(7.35);
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
    await expect(pill(page)).toContainText('1 waiting');
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
    await expect(toast(page, 'right behind what is being sent')).toBeVisible();
    gate.resolve();
    await expect(pill(page)).not.toContainText(/Sending|waiting/);
    expect(Number(theRecord(service, 'fittings', SECOND)['price'])).toBe(8.15);
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
      // It would go by itself after five seconds.
      await expect(page.getByRole('tooltip')).toHaveCount(0, { timeout: 2500 });
      await expect(grid(page)).toBeAttached();
    });
});
