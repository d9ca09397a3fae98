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
import { frameWorkOf, framesOf } from '../tools/trace.ts';

const STARTS = 5;
/** Typed texts: a word, two words, a code and a longer word. */
const TEXTS = ['zawias', 'uchwyt chrom', 'blu-000', 'regulowany'];
/** Number of letters deleted again from each text, one by one. */
const TAKEN_BACK = 3;

/** Measures the built window in a real Chromium: start, scrolling and filtering. */
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
    // Code that the window loads when idle must not load during a measurement.
    await delay(3_500);
    const turns = Math.max(10, Math.min(150, service.records / 200));
    const session = await page.context().newCDPSession(page);
    const frames = await framesOf(session, () => scroll(page, turns));
    const apart = await page.context().newCDPSession(page);
    const work = await frameWorkOf(apart, () => scroll(page, turns));
    const { rows, counts } = await typing(page);
    const starts = await startsOf(page);
    return {
      'window.start': median(starts),
      'window.frame.p95': quantile(frames, 0.95),
      'window.frame.p99': quantile(frames, 0.99),
      'window.main.p50': median(work.main),
      'window.main.p99': quantile(work.main, 0.99),
      'window.pixels.p50': median(work.pixels),
      'window.pixels.p99': quantile(work.pixels, 0.99),
      'window.key.p50': median(rows),
      'window.key.p95': quantile(rows, 0.95),
      'window.count.p50': median(counts),
      'window.count.p95': quantile(counts, 0.95),
    };
  } finally {
    await browser.close();
    await served.close();
  }
}

const FIRST_ROW = '[role="row"][data-row="0"]';
const FILTER_BOX = '#records-filter';

async function startServe(dataDir: string): Promise<Serve.Served> {
  const built = fileURLToPath(new URL('../../out/main/serve.js', import.meta.url));
  const shell = (await import(pathToFileURL(built).href)) as typeof Serve;
  return shell.startServe({ dataDir, log: () => {} });
}

interface Watched {
  /** Milliseconds from the start of the page to its first row. */
  firstRow: number;
  /** Milliseconds from each key to its filtered rows (`rows`) and to their number (`counts`). */
  readonly rows: number[];
  readonly counts: number[];
}

/**
 * Runs in the page: records when rows arrive and how long a key takes to change them.
 *
 * The rows of a key are on the screen one paint after the first answer to its request. Their number
 * may come with a later answer.
 */
function watchRows(): void {
  const watched: Watched = { firstRow: 0, rows: [], counts: [] };
  Object.assign(globalThis, { watched });
  const afterPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  const look = () => {
    if (watched.firstRow !== 0 || document.querySelector('[role="row"][data-row="0"]') === null)
      return;
    watched.firstRow = -1;
    // Observing every change of the page costs time, so it ends before the measurement.
    observer.disconnect();
    afterPaint(() => (watched.firstRow = performance.now()));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true });
  let pressed = 0;
  addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
  const asked = new Map<number, number>();
  const { send, addEventListener: listen } = WebSocket.prototype;
  WebSocket.prototype.send = function (this: WebSocket, frame: string) {
    const { id, name } = JSON.parse(frame) as { id: number; name: string };
    if (name === 'records.glance' || name === 'records.list') asked.set(id, pressed);
    send.call(this, frame);
  };
  // Reads only the ends of an answer. Parsing all of it again would count as the window's own work.
  const heard = ({ data }: MessageEvent<string>) => {
    const id = Number(/"id":(\d+)/.exec(data.slice(0, 100))?.[1]);
    const since = asked.get(id);
    asked.delete(id);
    // Ignores the answer to a request that was sent before the latest key.
    if (since === undefined || since === 0 || since !== pressed) return;
    const hasTotal =
      /"total":\d/.test(data.slice(0, 100)) || /"total":\d+\}*$/.test(data.slice(-40));
    const [isFirst, isCounted] = [keys.at(-1) !== since, hasTotal && counted.at(-1) !== since];
    if (isFirst) keys.push(since);
    if (isCounted) counted.push(since);
    afterPaint(() => {
      if (isFirst) watched.rows.push(performance.now() - since);
      if (isCounted) watched.counts.push(performance.now() - since);
    });
  };
  const [keys, counted]: readonly [number[], number[]] = [[], []];
  WebSocket.prototype.addEventListener = function (this: WebSocket, ...given: never) {
    const [type] = given as [string];
    listen.apply(this, given);
    // Added after the window's own listener, which has drawn the rows by then.
    if (type === 'message') listen.call(this, type, heard as EventListener);
  };
}

const watchedShape = z.object({
  firstRow: z.number(),
  rows: z.array(z.number()),
  counts: z.array(z.number()),
});

async function watchedIn(page: Page): Promise<Watched> {
  return watchedShape.parse(
    await page.evaluate(() => (globalThis as { watched?: unknown }).watched),
  );
}

/** Turns the wheel through the list, now and then by a long way. */
async function scroll(page: Page, turns: number): Promise<void> {
  await page.locator('[role="grid"]').hover();
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, turn % 20 === 19 ? 40_000 : 240);
    await delay(16);
  }
}

/** Types texts into the filter letter by letter, deletes some letters and empties it. */
async function typing(page: Page): Promise<Watched> {
  await page.keyboard.press('/');
  await delay(300);
  for (const text of TEXTS) {
    for (const letter of text) await press(page, letter === ' ' ? 'Space' : letter);
    const typed = await page.locator(FILTER_BOX).inputValue();
    if (typed !== text) throw new Error(`${typed} was typed instead of ${text}`);
    for (let back = 0; back < TAKEN_BACK; back++) await press(page, 'Backspace');
    await press(page, 'Escape');
    await delay(150);
  }
  const watched = await watchedIn(page);
  const typed = TEXTS.join('').length + TEXTS.length * TAKEN_BACK;
  // A space at the end of the text sends no new request.
  if (watched.rows.length < typed - 1)
    throw new Error(`only ${watched.rows.length} keys were answered`);
  return watched;
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await delay(150);
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
