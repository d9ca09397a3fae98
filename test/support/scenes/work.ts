import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { button, closePanel, dialog, escape, goToScreen } from './scene.ts';
import type { Scene } from './scene.ts';
import { said } from './said.ts';

async function problems(page: Page): Promise<void> {
  await goToScreen(page, 'problems');
  await expect(problemList(page).getByRole('button').first()).toBeVisible();
  await expect(page.getByText(said('problems.checking'))).toHaveCount(0);
}

function problemList(page: Page) {
  return page.getByRole('list', { name: said('problems.label') });
}

/** Goes to the beginning of a screen that may be in the middle of something. */
async function home(page: Page, screen: string, back: string): Promise<void> {
  await goToScreen(page, screen);
  const way = button(page, back);
  if (await way.isVisible()) await way.click();
}

async function review(page: Page): Promise<void> {
  await home(page, 'review', 'review.back');
  await page.getByRole('combobox').first().selectOption('edge-bands');
  await button(page, 'review.home.start').click();
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
  const place = page.getByText(/^2 (of|z) \d+$/);
  await page.keyboard.press('a');
  await expect(place).toBeVisible();
}

/** The plan that was begun from the demo's manifest. */
async function plan(page: Page): Promise<void> {
  await home(page, 'plan', 'plan.back');
  const plans = page.getByRole('listitem').getByRole('button', { name: /Szafa Sadowa/ });
  await plans.first().click();
  await expect(page.getByRole('textbox', { name: said('plan.name') })).toBeVisible();
}

async function past(page: Page, part: 'others' | 'trash'): Promise<void> {
  await goToScreen(page, 'activity');
  await button(page, `past.pages.${part}`).click();
  await expect(firstOf(page, part)).toBeVisible();
}

function firstOf(page: Page, part: 'others' | 'trash') {
  return page
    .getByRole('list', { name: said(`past.${part}.label`) })
    .getByRole('button')
    .first();
}

const atHome = (page: Page) => button(page, 'past.pages.history').click();

export const ACTIVITY: Scene = {
  name: 'activity',
  show: async (page) => {
    await goToScreen(page, 'activity');
    await expect(page.getByRole('searchbox')).toBeVisible();
  },
};

export const PROBLEMS: Scene = {
  name: 'problems-record',
  show: async (page) => {
    await problems(page);
    await problemList(page).getByRole('button').first().press('Enter');
    await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toBeVisible();
  },
  leave: closePanel,
};

export const REVIEW: Scene = { name: 'review', show: review };
export const PLAN: Scene = {
  name: 'plan-part',
  show: async (page) => {
    await plan(page);
    const parts = page.getByRole('listitem').getByRole('button', { expanded: false });
    await parts.filter({ hasText: '2750' }).first().click();
    await expect(page.getByRole('complementary').getByRole('textbox').first()).toBeVisible();
  },
};
/** The composition of the product in a plan. */
export const COMPOSITION: Scene = {
  name: 'plan-composition',
  show: async (page) => {
    await plan(page);
    const parts = page.getByRole('listitem').getByRole('button', { expanded: false });
    await parts.filter({ hasText: 'Szafa Sadowa' }).first().click();
    const table = page.getByRole('complementary').getByRole('table').first();
    await table.scrollIntoViewIfNeeded();
    await expect(table.locator('img').first()).toBeVisible();
  },
};
export const OTHERS: Scene = {
  name: 'others',
  show: (page) => past(page, 'others'),
  leave: atHome,
};

/** Scenes of problems, reviews, product drafts and history. */
export const WORK: readonly Scene[] = [
  { name: 'problems', show: problems },
  PROBLEMS,
  {
    name: 'problems-hide',
    show: async (page) => {
      await problems(page);
      await dialog(page, () => button(problemList(page), 'problems.hide.one').click());
    },
    leave: escape,
  },
  { name: 'review-begin', show: (page) => home(page, 'review', 'review.back') },
  REVIEW,
  { name: 'reviews', show: (page) => home(page, 'review', 'review.back') },
  { name: 'plan', show: plan },
  PLAN,
  COMPOSITION,
  { name: 'plans', show: (page) => home(page, 'plan', 'plan.back') },
  ACTIVITY,
  OTHERS,
  {
    name: 'trash',
    show: async (page) => {
      await past(page, 'trash');
      await firstOf(page, 'trash').click();
      await expect(page.getByRole('complementary')).toBeVisible();
    },
    leave: atHome,
  },
];
