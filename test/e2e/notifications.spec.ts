import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { goTo, pill } from './support/frame.ts';
import { priceOf } from './support/records.ts';

/**
 * Stands in for the browser's notifications, which a browser without a screen always denies.
 *
 * It asks for consent as a browser does, and records what it would show.
 */
async function standIn(page: Page): Promise<void> {
  await page.evaluate(() => {
    class Recorded extends EventTarget {
      static permission = 'default';
      static readonly requestPermission = () => {
        Recorded.permission = 'granted';
        return Promise.resolve(Recorded.permission);
      };
      constructor(title: string, options: NotificationOptions) {
        super();
        document.addEventListener('test-click', () => this.dispatchEvent(new Event('click')));
        document.body.dataset['shown'] =
          `${document.body.dataset['shown'] ?? ''}${title}|${options.body};`;
      }
      readonly close = () => undefined;
    }
    Object.assign(globalThis, { Notification: Recorded });
    document.hasFocus = () => false;
    globalThis.dispatchEvent(new Event('blur'));
  });
}

test('a page in the background notifies after consent, and a click opens the place', async ({
  app: { page },
  service,
}) => {
  const shown = () => page.evaluate(() => document.body.dataset['shown'] ?? '');
  await standIn(page);
  service.addFault({ on: { method: 'PATCH' }, kind: 'status', status: 400, message: 'No.' });
  await priceOf(page, 'ZAW-095-FE', '7,35');
  await page.keyboard.press('Control+Enter');
  await expect(pill(page)).toContainText('1 to decide');
  expect(await shown()).toBe('');

  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await expect(page.getByRole('button', { name: 'Allow notifications' })).toBeHidden();
  await expectAccessible(page, 'settings');
  await priceOf(page, 'ZAW-095-ND', '7,35');
  await page.keyboard.press('Control+Enter');
  await expect(pill(page)).toContainText('2 to decide');
  await expect.poll(shown).toBe('2 changes need a decision|Open Cabinet to review them.;');
  await page.evaluate(() => document.dispatchEvent(new Event('test-click')));
  const heading = page.getByRole('banner').getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Needs a decision');

  await page.evaluate(() => delete document.body.dataset['shown']);
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void globalThis.open(location.href)),
  ]);
  await expect(pill(other)).toContainText('2 to decide');
  await other.bringToFront();
  await priceOf(other, 'ZAW-110-FE', '7,35');
  await other.keyboard.press('Control+Enter');
  await expect(pill(page)).toContainText('3 to decide');
  await other.close();
  await priceOf(page, 'ZAW-110-ND', '7,35');
  await page.keyboard.press('Control+Enter');
  await expect.poll(shown).toBe('4 changes need a decision|Open Cabinet to review them.;');
});
