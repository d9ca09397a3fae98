import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The rules that look at colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Fails with every rule of WCAG 2.2 AA and of good practice that what is shown now breaks. Whatever is
 * shown in the dark theme is also looked at in the light one, and differs in its colours alone.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await settled(page);
  // The newer mode opens a second page, which a desktop window does not have.
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

/** Resolves when nothing moves or fades any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}
