import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { dialog, pill, signIn, toast } from './support/frame.ts';
import { open, panelOf, priceOf } from './support/records.ts';
import { theRecord, writes } from './support/service.ts';

const CODES = ['ZAW-095-FE', 'ZAW-095-ND', 'ZAW-110-ND', 'ZAW-125-FE', 'ZAW-125-ND'] as const;
const OPEN = 'ZAW-155-FE';
const TYPED = 'Zawias 155°, jeszcze nie gotowe';

test.describe('a sign-in that ends in the middle of a run', () => {
  test('is asked for over the screen, and the run goes on at the same place', async ({
    app: { page },
    service,
  }) => {
    for (const code of CODES) await priceOf(page, code, '7,35');
    const panel = await open(page, 'Fittings', OPEN);
    await panel.getByRole('textbox', { name: 'Name' }).fill(TYPED);
    service.addFault({
      on: { method: 'PATCH' },
      nth: 2,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'after') service.revokeTokens();
      },
    });
    await page.keyboard.press('Control+Enter');

    const form = dialog(page, 'Sign in');
    await expect(form).toBeVisible();
    await expect(form).toContainText('Sign in again to continue sending.');
    await expect(form.getByLabel('Server address')).toHaveValue(service.url);
    await expect(form.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(panelOf(page).getByLabel('Name', { exact: true })).toHaveValue(TYPED);

    await signIn(form);
    await expect(form).toBeHidden();
    await expect(toast(page, /changes? sent/).first()).toBeVisible();
    await expect(pill(page)).toContainText('Online');
    await expect(pill(page)).not.toContainText(/\d pending|decide/);
    await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue(TYPED);
    await expect(panel).toContainText('1 field changed');

    for (const code of CODES)
      expect(Number(theRecord(service, 'fittings', code)['price'])).toBe(7.35);
    expect(theRecord(service, 'fittings', OPEN)['name']).not.toBe(TYPED);
    const paths = writes(service).map(({ method, path }) => `${method} ${path}`);
    expect(paths).toHaveLength(CODES.length);
    expect(new Set(paths).size).toBe(CODES.length);
  });

  test('is left by Escape, and by that one alone: the dialog beneath keeps what was typed', async ({
    app: { page },
    service,
  }) => {
    await priceOf(page, CODES[0], '7,35');
    const gate = Promise.withResolvers<void>();
    service.addFault({
      on: { method: 'PATCH' },
      kind: 'hook',
      hook: async (phase) => {
        if (phase !== 'before') return;
        service.revokeTokens();
        await gate.promise;
      },
    });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
    const view = dialog(page, 'Save view');
    await view.getByLabel('Name').fill('Drogie');
    gate.resolve();

    const form = dialog(page, 'Sign in');
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(view.getByLabel('Name')).toHaveValue('Drogie');
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
  });

  test('leaves everything waiting when nobody signs in again', async ({
    app: { page },
    service,
  }) => {
    await priceOf(page, CODES[0], '7,35');
    service.revokeTokens();
    await page.keyboard.press('Control+Enter');
    const form = dialog(page, 'Sign in');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    await expect(pill(page)).toContainText('Signed out');
    await expect(pill(page)).toContainText('1 pending');
    expect(writes(service)).toEqual([]);
  });
});
