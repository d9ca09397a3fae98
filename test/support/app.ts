import { test as base } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import type { SeedData } from '#reference/server.ts';
import type * as Serve from '#serve/serve.ts';
import { SETTLE } from './editing.ts';
import { ACCOUNT, demoSeed, startJourneyService, steadyPort } from './journeyService.ts';
import type { JourneyService } from './journeyService.ts';
import { Stage } from './stageScenes.ts';
import { openDatabase } from './rawDatabase.ts';

export { ACCOUNT } from './journeyService.ts';
export type { JourneyService } from './journeyService.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = (file: string) => path.join(root, 'out', 'main', file);

/** Cabinet as a person sees it, in any shell. */
export interface App {
  readonly page: Page;
  /** Violations of the content security policy so far. */
  readonly violations: () => Promise<readonly string[]>;
  /** Errors that the page logged or did not catch. */
  readonly faults: readonly string[];
}

/**
 * The start state of Cabinet.
 *
 * `ready` is signed in with a downloaded catalogue. `fresh` has never been used. `staged` has an
 * outbox with every possible state.
 */
export type Desk = 'ready' | 'fresh' | 'staged';

/** A service and a profile that has read its catalogue; every journey begins with a copy. */
interface Template {
  readonly folder: string;
  readonly port: number;
}

interface WorkerFixtures {
  readonly template: Template;
  /** The browser of this worker, started when the first journey asks for it. */
  readonly chromium: () => Promise<Browser>;
}

interface Fixtures {
  readonly desk: Desk;
  /** Leaves journeys out, and says so, whose shell is not installed. */
  readonly installed: void;
  /** The demo catalogue, as the service holds it at the beginning. */
  readonly seed: SeedData;
  /** A folder for this journey alone. */
  readonly place: string;
  readonly service: JourneyService;
  /** The folder of all profiles, as `desk` says. */
  readonly dataDir: string;
  readonly app: App;
}

// Playwright reads which fixtures a function needs from the pattern of its first parameter.
/* oxlint-disable no-empty-pattern */
/** Journeys: `app` is opened in the browser shell, or in Electron where its binary is. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  desk: ['ready', { option: true }],
  template: [
    async ({}, use) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-made-'));
      const port = await steadyPort();
      const service = await startJourneyService({ port, dataDir: path.join(folder, 'service') });
      await readCatalogue(path.join(folder, 'data'), service.url);
      await service.close();
      forgetWhere(path.join(folder, 'data'));
      await use({ folder, port });
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  chromium: [
    async ({ playwright, launchOptions }, use) => {
      const started: Promise<Browser>[] = [];
      await use(() => {
        const browser = started[0] ?? playwright.chromium.launch(launchOptions);
        if (started.length === 0) started.push(browser);
        return browser;
      });
      for (const browser of started) await (await browser).close();
    },
    { scope: 'worker' },
  ],
  installed: [
    async ({}, use, info) => {
      const there = fs.existsSync(path.join(root, 'node_modules', 'electron', 'path.txt'));
      const missing = info.project.name === 'electron' && !there;
      test.skip(missing, 'no Electron binary here: the desktop shell is not driven');
      await use();
    },
    { auto: true },
  ],
  seed: async ({}, use) => {
    await use(demoSeed());
  },
  place: async ({ template }, use) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-e2e-'));
    fs.cpSync(template.folder, folder, { recursive: true });
    await use(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  },
  service: async ({ place, template }, use) => {
    const dataDir = path.join(place, 'service');
    const service = await startJourneyService({ port: template.port, dataDir });
    await use(service);
    await service.close();
  },
  dataDir: async ({ desk, place, service }, use) => {
    const ready = path.join(place, 'data');
    if (desk === 'ready') return use(ready);
    const other = path.join(place, desk);
    if (desk === 'staged') await new Stage(other, place, service).set({});
    await use(other);
  },
  app: async ({ desk, dataDir, service, chromium, playwright }, use, info) => {
    if (info.project.name !== 'electron') return inBrowser(dataDir, await chromium(), use);
    // Without `executablePath`: only then can Playwright hold the program back until it listens.
    const electron = await playwright._electron.launch({
      args: [root, `--data-dir=${dataDir}`, `--user-data-dir=${path.join(dataDir, 'shell')}`],
      env: environment(desk === 'fresh' ? {} : signIn(service)),
    });
    const page = await electron.firstWindow({ timeout: 90_000 });
    const app = await watch(page);
    await drawn(page);
    await use(app);
    await electron.close();
  },
});

/** Each journey's copy counts as the profile itself: another copy would ask to sign in. */
function forgetWhere(dataDir: string): void {
  openDatabase(path.join(dataDir, 'profiles', 'default', 'work.db'), (db) =>
    db.exec("DELETE FROM meta WHERE key = 'place'"),
  );
}

/**
 * Reads the catalogue with a clock that lags by two settle windows.
 *
 * A record that is missing on the service then does not count as just created.
 */
async function readCatalogue(dataDir: string, url: string): Promise<void> {
  const platform = nodePlatform({ dataDir, log: () => {} });
  const { now, monotonicMs } = platform.clock;
  const clock = {
    ...platform.clock,
    now: () => now() - 2 * SETTLE,
    monotonicMs: () => monotonicMs() - 2 * SETTLE,
  };
  const core = openCore({ ...platform, clock });
  await core.call('session.login', { url, ...ACCOUNT });
  await core.call('sync.pull', {});
  await core.close();
}

async function inBrowser(
  dataDir: string,
  browser: Browser,
  use: (app: App) => Promise<void>,
): Promise<void> {
  const { startServe } = (await import(pathToFileURL(out('serve.js')).href)) as typeof Serve;
  const served = await startServe({ dataDir, log: () => {} });
  const context = await browser.newContext();
  const page = await context.newPage();
  const app = await watch(page);
  await page.goto(served.url);
  await drawn(page);
  await use(app);
  await context.close();
  await served.close();
}

/** Nobody presses a key before there is anything to see; a page is loaded before its window is drawn. */
async function drawn(page: Page): Promise<void> {
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
}

async function watch(page: Page): Promise<App> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  // A refusal of the policy writes no line of its own: it has to be listened for.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    );
  });
  const violations = () =>
    page.evaluate(() => (globalThis as { violations?: string[] }).violations ?? []);
  return { page, violations, faults };
}

function signIn({ url }: JourneyService): Record<string, string> {
  return { CABINET_URL: url, CABINET_EMAIL: ACCOUNT.email, CABINET_PASSWORD: ACCOUNT.password };
}

function environment(more: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(own), ...more };
}
