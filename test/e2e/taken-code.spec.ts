import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo } from './support/frame.ts';
import { panelOf } from './support/records.ts';

test('a code that another record has is told while it is typed, and leads to that record', async ({
  app: { page },
}) => {
  test.slow();
  await goTo(page, 'Fittings');
  await page.getByRole('button', { name: 'Add: Fitting' }).click();
  const form = page.getByRole('complementary', { name: 'New: Fitting' });
  const code = form.getByRole('textbox', { name: 'Code', exact: true });
  await code.fill('ZAW-110-FE');
  await expect(form).toContainText('already has this code');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'a code that is taken');
  await code.fill('ZAW-110-FE-2');
  await expect(form).not.toContainText('already has this code');
  await code.fill('ZAW-110-FE');
  await form.getByRole('button', { name: 'Open that record' }).click();
  await expect(panelOf(page)).toContainText('ZAW-110-FE');
});
