import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { staticAnswer } from '#core/app/shell/staticFiles.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Folder of the models made by real tools. */
export const MODELS = fileURLToPath(new URL('../../fixtures/models/', import.meta.url));

interface WorkerFixtures {
  /** Address of the built page, served with the product's content security policy. */
  readonly address: string;
}

interface Fixtures {
  readonly look: 'light' | 'dark';
  readonly viewer: Page;
  /** Violations of the policy, and errors that the page logged. */
  readonly faults: readonly string[];
}

// Playwright reads the needed fixtures from the pattern of a function's first parameter.
/* oxlint-disable no-empty-pattern */
/** The viewer on its own page, in a real browser. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  address: [
    async ({}, use) => {
      const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-viewer-'));
      await buildPage(outDir);
      const server = http.createServer(
        (request, response) => void answer(outDir, request, response),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const at = server.address();
      if (at === null || typeof at === 'string') throw new Error('The server has no port.');
      await use(`http://127.0.0.1:${at.port}/`);
      server.close();
      fs.rmSync(outDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  look: ['light', { option: true }],
  faults: async ({}, use) => use([]),
  viewer: async ({ page, address, look, faults }, use) => {
    const heard = faults as string[];
    page.on('console', (message) => {
      if (message.type() === 'error') heard.push(message.text());
    });
    page.on('pageerror', (error) => heard.push(error.message));
    await page.goto(`${address}?theme=${look}`);
    await page.waitForFunction(() => 'viewer' in window);
    await use(page);
  },
});

async function buildPage(outDir: string): Promise<void> {
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    html: { cspNonce: '__CSP_NONCE__' },
    plugins: [react()],
    build: { outDir, emptyOutDir: true, minify: false },
  });
}

async function answer(
  outDir: string,
  { url = '/' }: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname } = new URL(url, 'http://x');
  const model = pathname.startsWith('/models/') ? path.join(MODELS, path.basename(pathname)) : null;
  if (model !== null && fs.existsSync(model)) return void response.end(fs.readFileSync(model));
  const { status, headers, body } = await staticAnswer(outDir, pathname);
  response.writeHead(status, { ...headers }).end(body);
}
