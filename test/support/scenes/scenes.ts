import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { rail } from '#test/e2e/support/frame.ts';
import { button, closePanel, dialog, escape, list, press, record } from './scene.ts';
import type { Scene } from './scene.ts';
import { said } from './said.ts';
import { PREVIEW, SHEETS } from './sheets.ts';
import { ACTIVITY, COMPOSITION, OTHERS, PLAN, PROBLEMS, REVIEW, WORK } from './work.ts';

/** The pictures and the model of a fitting that has both, drawn. */
async function files(page: Page): Promise<void> {
  await record(page, 'Alt+2', 'ZAW-110-FE', 1);
  const panel = page.getByRole('complementary');
  await expect(panel.locator('canvas')).toBeVisible();
  await expect(panel.locator('img.thumb-image')).toHaveCount(2);
}

async function tool(page: Page, index: number): Promise<void> {
  await list(page, 'Alt+2');
  await dialog(page, () => page.getByRole('main').getByRole('button').nth(index).click());
}

async function outbox(page: Page): Promise<void> {
  await page.keyboard.press('Alt+5');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
}

async function decision(page: Page, at: number): Promise<void> {
  await page.keyboard.press('Alt+6');
  const lines = page.getByRole('main').getByRole('navigation').getByRole('button');
  await expect(lines.first()).toBeVisible();
  await lines.nth(at).scrollIntoViewIfNeeded();
  await lines.nth(at).click();
  await expect(lines.nth(at)).toHaveAttribute('aria-current', 'true');
}

const PALETTE: Scene = {
  name: 'palette',
  show: async (page) => {
    await list(page, 'Alt+2');
    await dialog(page, () => page.keyboard.press('Control+k'));
    await page.getByRole('dialog').getByRole('combobox').fill('zaw');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  },
  leave: escape,
};

const QUEUED: Scene = {
  name: 'record-conflict',
  show: (page) => record(page, 'Alt+2', 'ZAW-110W', 0),
  leave: closePanel,
};

const FILES: Scene = { name: 'record-files', show: files, leave: closePanel };

const VIEWER: Scene = {
  name: 'viewer',
  show: async (page) => {
    await files(page);
    await dialog(page, () => button(page.getByRole('complementary'), 'files.tab.open3d').click());
    const shown = page.getByRole('dialog');
    await expect(shown.locator('canvas')).toBeVisible();
    await expect(shown.getByText(/\d\smm/).first()).toBeVisible();
  },
  leave: async (page) => {
    await escape(page);
    await closePanel(page);
  },
};

const OUTBOX: Scene = { name: 'outbox', show: outbox };

const OPENED: Scene = {
  name: 'outbox-open',
  show: async (page) => {
    await outbox(page);
    await page.getByRole('main').getByRole('list').getByRole('button').first().click();
  },
  leave: async (page) => {
    await page.getByRole('main').getByRole('list').getByRole('button').first().click();
  },
};

const HELP: Scene = {
  name: 'help',
  show: (page) => dialog(page, () => help(page)),
  leave: escape,
};
const SETTINGS: Scene = { name: 'settings', show: press('Control+,') };

const KNOWLEDGE: Scene = {
  name: 'knowledge',
  show: async (page) => {
    await SETTINGS.show(page);
    const named = new RegExp(said('frame.screens.knowledge').source.replace(/^\^/, ''));
    await page.getByRole('main').getByRole('button', { name: named }).click();
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
  },
};

const LISTS: readonly Scene[] = [
  { name: 'products', show: (page) => list(page, 'Alt+1') },
  { name: 'fittings', show: (page) => list(page, 'Alt+2', 'ZAW-1') },
  { name: 'materials', show: (page) => list(page, 'Alt+3') },
  { name: 'edge-bands', show: (page) => list(page, 'Alt+4') },
];

const CATALOGUE: readonly Scene[] = [
  ...LISTS,
  { name: 'record', show: (page) => record(page, 'Alt+2', 'ZAW-110-FE', 0), leave: closePanel },
  FILES,
  VIEWER,
  { name: 'record-raw', show: (page) => record(page, 'Alt+1', 'Sawa', 2), leave: closePanel },
  {
    name: 'record-history',
    show: (page) => record(page, 'Alt+2', 'ZAW-110W-FE', 3),
    leave: closePanel,
  },
  {
    name: 'record-used',
    show: (page) => record(page, 'Alt+2', 'ZAW-110-FE', 4),
    leave: closePanel,
  },
  QUEUED,
  { name: 'product', show: (page) => record(page, 'Alt+1', 'Sawa', 0), leave: closePanel },
  {
    name: 'new-record',
    show: async (page) => {
      await list(page, 'Alt+2');
      await page.keyboard.press('Alt+n');
      await page.keyboard.press('Control+s');
    },
    leave: closePanel,
  },
  { name: 'views', show: (page) => menu(page, 0), leave: escape },
  { name: 'filter', show: (page) => tool(page, 1), leave: escape },
  { name: 'columns', show: (page) => tool(page, 3), leave: escape },
  {
    name: 'selection',
    show: async (page) => {
      await list(page, 'Alt+2');
      await page.keyboard.press('Control+a');
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'no-match',
    show: async (page) => {
      await list(page, 'Alt+2');
      await page.getByRole('main').getByRole('textbox').first().fill('qwertz');
      await expect(page.getByRole('grid')).toHaveCount(0);
    },
    leave: async (page) => page.getByRole('main').getByRole('textbox').first().fill(''),
  },
];

const FRAME: readonly Scene[] = [
  PALETTE,
  HELP,
  { name: 'log', show: (page) => dialog(page, () => log(page)), leave: escape },
  { name: 'shortcuts', show: (page) => dialog(page, () => shortcuts(page)), leave: escape },
  {
    name: 'sign-in',
    show: (page) =>
      dialog(page, async () => {
        await rail(page).getByRole('button').nth(-2).click();
        await page.getByRole('menuitem').first().click();
      }),
    leave: escape,
  },
  {
    name: 'pill',
    show: async (page) => {
      await page.getByRole('banner').getByRole('button').last().click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
    leave: escape,
  },
  OUTBOX,
  OPENED,
  SETTINGS,
  KNOWLEDGE,
];

/** All screens and the panels that open over them, by topic. */
export const SCENE_GROUPS = {
  'the lists and a record': CATALOGUE,
  'the frame, the outbox and the settings': FRAME,
  'problems, reviews, plans and what happened': WORK,
  'sheets and changes of many': SHEETS,
} as const;
export const SCENES: readonly Scene[] = Object.values(SCENE_GROUPS).flat();

/** Where the list of decisions shows each sort, in the order in which the stage sets them. */
const DECISIONS = [
  ['refused-with-files', 0],
  ['conflict', 1],
  ['conflict-several', 4],
  ['gone', 5],
  ['changed-there', 6],
  ['key-taken', 7],
  ['gave-up', 8],
  ['twin', 9],
  ['file-damaged', 10],
  ['refused', 12],
  ['kept', 13],
  ['record-damaged', 14],
  ['unknown', 15],
] as const;

/** Every sort of decision that a person may have to make. */
export const CARDS: readonly Scene[] = DECISIONS.map(([name, at]) => ({
  name: `needs-you-${name}`,
  show: (page) => decision(page, at),
}));

/** Scenes that show how the space of a large screen is used. */
export const ENOUGH_IN_WIDE: readonly Scene[] = [
  QUEUED,
  FILES,
  OUTBOX,
  ...CARDS.slice(1, 2),
  PROBLEMS,
  REVIEW,
  PLAN,
  OTHERS,
  PREVIEW,
  SETTINGS,
  KNOWLEDGE,
];

/** Scenes that show how longer texts fit. */
export const ENOUGH_IN_POLISH: readonly Scene[] = [
  ...LISTS,
  QUEUED,
  PALETTE,
  OUTBOX,
  OPENED,
  ...CARDS.slice(0, 3),
  PROBLEMS,
  REVIEW,
  PLAN,
  COMPOSITION,
  OTHERS,
  PREVIEW,
  ACTIVITY,
  SETTINGS,
  KNOWLEDGE,
  HELP,
];

async function menu(page: Page, index: number): Promise<void> {
  await list(page, 'Alt+2');
  await page.getByRole('main').getByRole('button').nth(index).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

async function help(page: Page): Promise<void> {
  await list(page, 'Alt+2');
  await page.keyboard.press('F1');
}

async function log(page: Page): Promise<void> {
  await help(page);
  await page
    .getByRole('dialog')
    .getByRole('radiogroup')
    .getByText(/^(?:Log|Dziennik programu)$/)
    .click();
}

async function shortcuts(page: Page): Promise<void> {
  await list(page, 'Alt+2');
  await page.keyboard.press('Control+/');
}
