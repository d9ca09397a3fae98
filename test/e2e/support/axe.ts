import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Fails with every rule of WCAG 2.2 AA and of good practice that what is shown now breaks. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await settled(page);
  // The newer mode opens a second page, which a desktop window does not have.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const told = violations.map(({ id, nodes }) => ({
    rule: id,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`),
  }));
  expect.soft(told, where).toEqual([]);
}

/** Resolves when nothing moves or fades any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}
