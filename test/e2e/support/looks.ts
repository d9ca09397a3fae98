import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { rail } from './frame.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export type Language = 'en' | 'pl';

const NAMES = { light: /^(Light|Jasny)$/, dark: /^(Dark|Ciemny)$/, en: 'English', pl: 'Polski' };

/** Chooses a theme in the settings and waits until the page uses it. */
export async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await choose(page, /^(Theme|Motyw)$/, NAMES[theme]);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Chooses a language in the settings and waits until the page uses it. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await choose(page, /^(Language|Język)$/, NAMES[language]);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

// In every language the settings are the last button of the navigation.
async function choose(page: Page, group: RegExp, option: string | RegExp): Promise<void> {
  await rail(page).getByRole('button').last().click();
  await page.getByRole('radiogroup', { name: group }).getByText(option).click();
}
