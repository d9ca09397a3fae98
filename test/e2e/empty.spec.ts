import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { goTo, rail, toast } from './support/frame.ts';

test('a service that holds nothing is said to hold nothing', async ({ app: { page }, service }) => {
  await expect(rail(page)).toBeVisible();
  for (const kind of ['fittings', 'materials', 'products', 'edgeBands'] as const)
    for (const { _id: id } of service.state.all(kind)) service.state.remove(kind, String(id));
  // One read without records may be a fault of the service; the second one is believed.
  await page.keyboard.press('Control+r');
  await expect(toast(page, 'up to date')).toBeVisible();
  await page.keyboard.press('Control+r');
  await goTo(page, 'Fittings');
  await expect(page.getByRole('heading', { name: 'Fittings: none yet' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('not downloaded yet')).toHaveCount(0);
});
