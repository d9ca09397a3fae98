import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { rail } from '#test/e2e/support/frame.ts';

/** One photograph: how to get there, and how to leave it as it was. */
export interface Scene {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
  readonly leave?: (page: Page) => Promise<void>;
}

// Everything is found by its key, its role or its place: the same scenes serve both languages.
const key = (keys: string) => (page: Page) => page.keyboard.press(keys);
const escape = key('Escape');

async function list(page: Page, keys: string, search = ''): Promise<void> {
  await page.keyboard.press(keys);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('main').getByRole('textbox').first().fill(search);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('gridcell').nth(2).click();
}

async function record(page: Page, keys: string, search: string, tab: number): Promise<void> {
  await list(page, keys, search);
  await page.keyboard.press('Enter');
  const tabs = page.getByRole('complementary').getByRole('tab');
  await tabs.nth(tab).click();
  await expect(tabs.nth(tab)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(/^(Reading…|Odczyt…|Wczytywanie…)$/)).toHaveCount(0);
}

async function closePanel(page: Page): Promise<void> {
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: /^(Close|Zamknij)$/ }).click();
  await expect(panel).toHaveCount(0);
}

async function dialog(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  await expect(page.getByRole('dialog')).toBeVisible();
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

const SETTINGS: Scene = { name: 'settings', show: key('Control+,') };
const ACTIVITY: Scene = {
  name: 'activity',
  show: async (page) => {
    await rail(page).getByRole('listitem').last().getByRole('button').click();
    await expect(page.getByRole('searchbox')).toBeVisible();
  },
};

const LISTS: readonly Scene[] = [
  { name: 'products', show: (page) => list(page, 'Alt+1') },
  { name: 'fittings', show: (page) => list(page, 'Alt+2') },
  { name: 'materials', show: (page) => list(page, 'Alt+3') },
  { name: 'edge-bands', show: (page) => list(page, 'Alt+4') },
];

/** Every screen and what opens over it. */
export const SCENES: readonly Scene[] = [
  ...LISTS,
  { name: 'record', show: (page) => record(page, 'Alt+2', 'ZAW-110-FE', 0), leave: closePanel },
  {
    name: 'record-files',
    show: (page) => record(page, 'Alt+2', 'ZAW-110-FE', 1),
    leave: closePanel,
  },
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
  PALETTE,
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
  ACTIVITY,
  SETTINGS,
];

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

/** What shows how the room of a large screen is used. */
export const ENOUGH_IN_WIDE: readonly Scene[] = [QUEUED, OUTBOX, ...CARDS.slice(1, 2)];

/** What shows how longer words fit. */
export const ENOUGH_IN_POLISH: readonly Scene[] = [
  ...LISTS,
  QUEUED,
  PALETTE,
  OUTBOX,
  OPENED,
  ...CARDS.slice(0, 3),
  ACTIVITY,
  SETTINGS,
];

async function menu(page: Page, index: number): Promise<void> {
  await list(page, 'Alt+2');
  await page.getByRole('main').getByRole('button').nth(index).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

async function shortcuts(page: Page): Promise<void> {
  await list(page, 'Alt+2');
  await page.keyboard.press('?');
}
