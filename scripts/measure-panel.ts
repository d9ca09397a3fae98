// Prints the time from the arrival of a record's data to the painted panel. It uses a real Chromium
// with 100 000 cached fittings, and with very large products. It measures the work until the page
// is laid out, and the frame in which the user sees it. The figure is for information; it is no
// test.
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { startReference } from '#reference/server.ts';
import { startServe } from '#serve/serve.ts';
import { chromiumOptions } from '#test/support/chromium.ts';
import { buildIfStale } from './build.mjs';

const FITTINGS = Number(process.argv[2] ?? 100_000);
const OPENED = 200;
const FRAME = 1000 / 60;
const account = { email: 'admin@example.com', password: 'demo' };

buildIfStale();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-measure-'));
try {
  await fill();
  await measure();
} finally {
  fs.rmSync(dataDir, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const seed = { fittings: many(), materials: [], products: big(), edgeBands: [] };
  const service = await startReference({ account, seed });
  const core = openCore(nodePlatform({ dataDir, log: () => {} }));
  await core.call('session.login', { url: service.url, ...account });
  await core.call('sync.pull', {});
  await core.close();
  await service.close();
}

function many() {
  return Array.from({ length: FITTINGS }, (_, index) => ({
    kod: `ZAW-${String(index).padStart(6, '0')}`,
    name: `Zawias puszkowy ${index} nakładany z hamulcem`,
    price: (index / 7).toFixed(2),
    status: String(index % 3),
    producent: ['Nordan', 'Fersa', 'Wolmet'][index % 3] ?? '',
    kategoria: 'zawiasy',
    stock: index % 900,
    images: [`uploads/fittings/${index}.png`],
    model: `uploads/fittings/${index}.obj`,
    wymiary: { x: '12', y: '40', z: '7.5' },
    description: 'Zawias do drzwi nakładanych, z wbudowanym hamulcem i regulacją w trzech osiach.',
  }));
}

/** Adds products with long objects, many pictures and undocumented fields. */
function big() {
  const parts = Object.fromEntries(
    Array.from({ length: 120 }, (_, part) => [
      `czesc_${part}`,
      {
        material: `PŁYTA-${part}`,
        x: part * 7,
        y: part * 3,
        oklejanie: [true, false, true, false],
      },
    ]),
  );
  return Array.from({ length: OPENED + 10 }, (_, index) => ({
    name: `Szafka stojąca ${index}`,
    status: '1',
    date: '2026-01-01',
    materialy: parts,
    main: { szerokosc: index, wysokosc: 720, wnetrze: parts },
    modelPath: `uploads/products/${index}.obj`,
    images: Array.from({ length: 8 }, (_, image) => `uploads/products/${index}-${image}.png`),
    description: 'Szafka z frontem w kolorze dębu, z szufladami o pełnym wysuwie. '.repeat(30),
    categories: ['szafki', 'kuchnia'],
    ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`pole_${at}`, { at, index }])),
  }));
}

async function measure(): Promise<void> {
  const served = await startServe({ dataDir, log: () => {} });
  const browser = await chromium.launch(chromiumOptions);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(watch);
  await page.goto(served.url);
  await page.getByRole('navigation').first().waitFor();
  await walk(page, 'Alt+2', `${FITTINGS} cached fittings`);
  await walk(page, 'Alt+1', 'big products');
  await browser.close();
  await served.close();
}

async function walk(page: Page, kind: string, what: string): Promise<void> {
  await page.keyboard.press(kind);
  await page.getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Enter');
  await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => void (globalThis as unknown as Watched).figures.splice(0));
  for (let opened = 0; opened < OPENED; opened += 1) await next(page);
  tell(what, await page.evaluate(() => (globalThis as unknown as Watched).figures));
}

async function next(page: Page): Promise<void> {
  const count = () => page.evaluate(() => (globalThis as unknown as Watched).figures.length);
  const before = await count();
  await page.keyboard.press('ArrowDown');
  while ((await count()) === before) await page.waitForTimeout(20);
}

interface Watched {
  figures: { work: number; seen: number }[];
}

/**
 * Runs in the page: records when the last message arrived before the panel shows another record.
 */
function watch(): void {
  const figures: { work: number; seen: number }[] = [];
  Object.assign(globalThis, { figures });
  let arrived = 0;
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener('message', () => {
        arrived = performance.now();
      });
    }
  };
  let shown = '';
  const look = () => {
    const title = document.querySelector('[role="complementary"] h2, aside h2')?.textContent ?? '';
    if (title === shown) return;
    const first = shown === '';
    shown = title;
    if (first || title === '') return;
    const came = arrived;
    // Reading a size forces the layout; only painting is left after it.
    document.body.getBoundingClientRect();
    const work = performance.now() - came;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        figures.push({ work, seen: performance.now() - came });
      });
      port1.start();
      port2.postMessage(null);
    });
  };
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

function tell(what: string, figures: Watched['figures']): void {
  const row = (name: string, values: readonly number[]) => {
    const sorted = [...values].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    const [half, most, worst] = [at(0.5), at(0.95), at(1)].map((each) => each.toFixed(1));
    console.log(`${name.padEnd(34)} p50 ${half} ms   p95 ${most} ms   worst ${worst} ms`);
  };
  console.log(`${what}: ${figures.length} records opened one after the other`);
  row(
    'data arrived -> panel laid out',
    figures.map(({ work }) => work),
  );
  row(
    'data arrived -> frame presented',
    figures.map(({ seen }) => seen),
  );
  const late = figures.filter(({ work }) => work > FRAME).length;
  console.log(`work over one frame (${FRAME.toFixed(1)} ms): ${late} of ${figures.length}`);
}
