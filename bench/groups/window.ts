import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { chromiumOptions } from '#test/support/chromium.ts';
import type * as Serve from '#serve/serve.ts';
import type { BenchService } from '../service/start.ts';
import { median, quantile } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { openCabinet, pull, settled, signIn } from '../tools/profile.ts';
import { framesOf } from '../tools/trace.ts';

const STARTS = 5;
const WORDS = ['zawias', 'uchwyt', 'blu-000', 'regulowany'];

/** The built window in a real Chromium: how it starts, scrolls and filters. */
export async function windowGroup(service: BenchService, folder: string): Promise<Values> {
  const dataDir = path.join(folder, 'cabinet');
  const core = await openCabinet(dataDir);
  await signIn(core, service);
  await pull(core, service);
  await settled(dataDir);
  await core.close();
  const served = await startServe(dataDir);
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(watchRows);
    await page.goto(served.url);
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Fittings/ })
      .click();
    await page.locator(FIRST_ROW).waitFor();
    // What is loaded while nothing else happens must not be loaded while something is measured.
    await delay(2_500);
    const frames = await scroll(page, Math.max(10, Math.min(150, service.records / 200)));
    const keys = await typing(page);
    const starts = await startsOf(page);
    return {
      'window.start': median(starts),
      'window.frame.p95': quantile(frames, 0.95),
      'window.frame.p99': quantile(frames, 0.99),
      'window.key.p50': median(keys),
      'window.key.p95': quantile(keys, 0.95),
    };
  } finally {
    await browser.close();
    await served.close();
  }
}

const FIRST_ROW = '[role="row"][data-row="0"]';

async function startServe(dataDir: string): Promise<Serve.Served> {
  const built = fileURLToPath(new URL('../../out/main/serve.js', import.meta.url));
  const shell = (await import(pathToFileURL(built).href)) as typeof Serve;
  return shell.startServe({ dataDir, log: () => {} });
}

interface Watched {
  /** Milliseconds from the start of the page to its first row. */
  firstRow: number;
  /** Milliseconds from each key to the rows it filtered. */
  readonly keys: number[];
}

/** Runs in the page: notes when rows come and how long a key takes to change them. */
function watchRows(): void {
  const watched: Watched = { firstRow: 0, keys: [] };
  Object.assign(globalThis, { watched });
  let pressed = 0;
  let shown: string | null = null;
  addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
  const afterPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  const look = () => {
    if (watched.firstRow === 0 && document.querySelector('[role="row"][data-row="0"]') !== null) {
      watched.firstRow = -1;
      afterPaint(() => (watched.firstRow = performance.now()));
    }
    const count = document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') ?? null;
    if (count !== shown && pressed > 0) {
      const since = pressed;
      pressed = 0;
      afterPaint(() => watched.keys.push(performance.now() - since));
    }
    shown = count;
  };
  const options = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document, options);
}

const watchedShape = z.object({ firstRow: z.number(), keys: z.array(z.number()) });

async function watchedIn(page: Page): Promise<Watched> {
  return watchedShape.parse(
    await page.evaluate(() => (globalThis as { watched?: unknown }).watched),
  );
}

/** Milliseconds between the frames that were drawn while the wheel turned through the list. */
async function scroll(page: Page, turns: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await page.locator('[role="grid"]').hover();
  return framesOf(session, async () => {
    for (let turn = 0; turn < turns; turn++) {
      await page.mouse.wheel(0, turn % 20 === 19 ? 40_000 : 240);
      await delay(16);
    }
  });
}

/** Types words into the filter, a letter at a time, each when the one before is in sight. */
async function typing(page: Page): Promise<readonly number[]> {
  for (const word of WORDS) {
    await page.keyboard.press('/');
    for (const letter of word) {
      await page.keyboard.press(letter);
      await delay(150);
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await delay(300);
  }
  const { keys } = await watchedIn(page);
  if (keys.length < WORDS.length * 2) throw new Error(`only ${keys.length} keys changed the list`);
  return keys;
}

async function startsOf(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    await page.reload();
    await page.locator(FIRST_ROW).waitFor();
    await delay(200);
    times.push((await watchedIn(page)).firstRow);
  }
  return times;
}
