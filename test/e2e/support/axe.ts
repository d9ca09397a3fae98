import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Rules that check colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Fails with every rule of WCAG 2.2 AA and of good practice that the page breaks.
 *
 * A page in the dark theme is checked in the light theme too, which differs only in its colours.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await settled(page);
  // The newer mode opens a second page, which is not possible in a desktop window.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const theme = await page.locator('html').getAttribute('data-theme');
  if (theme === 'dark') axe.withRules(COLOURS);
  const { violations } = await axe.analyze();
  const told = violations.map(({ id, nodes }) => ({
    rule: id,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`),
  }));
  expect.soft(told, where).toEqual([]);
}

/** Resolves when no animation is running. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}
