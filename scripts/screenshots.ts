// Takes a screenshot of every screen in both themes into resources/screenshots. It uses a demo
// service and an outbox with operations in every state. It builds Cabinet first when needed.
// Arguments select the screenshots whose names contain one of them: `npm run screenshots -- plan
// outbox-dark`.
import { chromium, expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startServe } from '#serve/serve.ts';
import { chooseLanguage, chooseTheme, THEMES } from '#test/e2e/support/looks.ts';
import type { Theme } from '#test/e2e/support/looks.ts';
import { chromiumOptions } from '#test/support/chromium.ts';
import type { Scene } from '#test/support/scenes/scene.ts';
import { CARDS, ENOUGH_IN_POLISH, ENOUGH_IN_WIDE, SCENES } from '#test/support/scenes/scenes.ts';
import { stageOutbox } from '#test/support/stageOutbox.ts';
import { buildIfStale, root } from './build.mjs';

const FOLDER = path.join(root, 'resources', 'screenshots');
const PAUSE = 1_500;
const SMALL = { width: 1280, height: 800 };
const WIDE = { width: 1920, height: 1080 };
/** Largest allowed file. A picture of a model has many colours; a larger file is a mistake. */
const MOST_BYTES = 700_000;

buildIfStale();
const wanted = process.argv.slice(2);
if (wanted.length === 0) fs.rmSync(FOLDER, { recursive: true, force: true });
fs.mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch(chromiumOptions);
try {
  await welcome(browser);
  await everything(browser);
} finally {
  await browser.close();
}
const names = fs.readdirSync(FOLDER);
const large = names.filter((name) => fs.statSync(path.join(FOLDER, name)).size > MOST_BYTES);
console.log(`${names.length} screenshots in ${path.relative(process.cwd(), FOLDER)}`);
if (large.length > 0) throw new Error(`Larger than ${MOST_BYTES} bytes: ${large.join(', ')}`);

/** Takes the screens of a computer without Cabinet data. */
async function welcome(browser: Browser): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-shots-'));
  const served = await startServe({ dataDir, log: () => {} });
  const page = await browser.newPage({ viewport: SMALL });
  await page.goto(served.url);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    if (isWanted(`welcome-${theme}`)) await take(page, `welcome-${theme}`);
  }
  await page.close();
  await served.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
}

async function everything(browser: Browser): Promise<void> {
  // A shorter wait would check unanswered requests, and remove them from the list, before the last
  // screenshot.
  const staged = await stageOutbox({ settleSeconds: 900 });
  const page = await browser.newPage({ viewport: SMALL });
  await page.goto(staged.served.url);
  await chooseLanguage(page, 'en');
  await page.keyboard.press('Control+r');
  const told = page.getByRole('status').filter({ hasText: 'up to date' });
  await expect(told).toBeVisible();
  await expect(told).toHaveCount(0, { timeout: 30_000 });
  for (const theme of THEMES) {
    await chooseTheme(page, theme);
    await takeAll(page, [...SCENES, ...CARDS], (name) => `${name}-${theme}`);
  }
  await inWide(page);
  await inPolish(page);
  await page.close();
  await staged.close();
}

async function inWide(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  for (const theme of THEMES) {
    await chooseTheme(page, theme);
    await takeAll(page, ENOUGH_IN_WIDE, (name) => `${name}-${theme}-wide`);
  }
  await page.setViewportSize(SMALL);
}

async function inPolish(page: Page): Promise<void> {
  await chooseLanguage(page, 'pl');
  const themes: readonly Theme[] = ['light'];
  for (const theme of themes) {
    await chooseTheme(page, theme);
    await takeAll(page, ENOUGH_IN_POLISH, (name) => `${name}-${theme}-pl`);
  }
}

async function takeAll(
  page: Page,
  scenes: readonly Scene[],
  nameOf: (name: string) => string,
): Promise<void> {
  for (const { name, show, leave } of scenes) {
    if (!isWanted(nameOf(name))) continue;
    await show(page);
    await take(page, nameOf(name));
    await leave?.(page);
  }
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

/** Resolves when no more thumbnails arrive; they are drawn after the list that shows them. */
async function drawn(page: Page): Promise<void> {
  const pictures = page.locator('img.thumb-image');
  let before = 0;
  let now = await pictures.count();
  while (now > before) {
    before = now;
    await page.waitForTimeout(PAUSE);
    now = await pictures.count();
  }
}

async function take(page: Page, name: string): Promise<void> {
  // At this place the pointer highlights nothing.
  await page.mouse.move(SMALL.width / 2, SMALL.height - 4);
  await page.waitForFunction(
    () =>
      document.getAnimations().every(({ playState }) => playState !== 'running') &&
      document.querySelectorAll('[aria-busy="true"]').length === 0,
  );
  await drawn(page);
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), caret: 'hide', scale: 'css' });
}
