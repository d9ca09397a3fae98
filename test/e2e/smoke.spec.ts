import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';

test('the built app opens, shows the catalogue, and keeps to its policy', async ({ app, seed }) => {
  const { page } = app;
  await expect(page).toHaveTitle(/Cabinet/);
  for (const [name, list] of [
    [/Products/, seed.products],
    [/Fittings/, seed.fittings],
    [/Materials/, seed.materials],
    [/Edge bands/, seed.edgeBands],
  ] as const) {
    const count = new RegExp(`${list.length}`.replace(/\B(?=(\d{3})+$)/g, '\\D?'));
    await expect(page.getByRole('navigation').getByRole('button', { name })).toContainText(count);
  }
  expect(await app.violations()).toEqual([]);
  expect(app.faults).toEqual([]);
});

test('the way in leaves the address bar, works once, and survives a reload', async ({ app }) => {
  test.skip(test.info().project.name === 'electron', 'the desktop has no address');
  const { page } = app;
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('navigation').first()).toContainText(/\d/);
  expect(await app.violations()).toEqual([]);
});
