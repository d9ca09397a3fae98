import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { startServe } from '#serve/serve.ts';
import type { Served, ServeOptions } from '#serve/serve.ts';
import { shellWindow } from '#test/support/shellWindow.ts';
import type { ShellWindow } from '#test/support/shellWindow.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

export { file, json } from '#test/support/shellWindow.ts';
export type { Ask, Halves } from '#test/support/shellWindow.ts';

/** A running browser shell, and a browser that can send bad requests. */
export interface Browser extends ShellWindow {
  readonly served: Served;
  readonly dataDir: string;
  readonly logged: readonly string[];
}

export const SECRET_FILE = 'outside.txt';

/** Starts the shell with a small test page; it ends with the test. */
export async function openBrowser(options: Partial<ServeOptions> = {}): Promise<Browser> {
  const browser = await start(tempFolder(), options);
  onTestFinished(() => browser.served.close());
  return browser;
}

/** Returns one shell for all tests of a file that do not change its state. */
export function sharedBrowser(): () => Browser {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-'));
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await start(folder, {});
  });
  afterAll(async () => {
    await browser?.served.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (browser === undefined) throw new Error('the shell is only there inside a test');
    return browser;
  };
}

async function start(folder: string, options: Partial<ServeOptions>): Promise<Browser> {
  const dataDir = path.join(folder, 'data');
  const logged: string[] = [];
  const log = (level: string, sentence: string) => void logged.push(`${level}: ${sentence}`);
  const served = await startServe({ dataDir, rendererDir: pageIn(folder), log, ...options });
  return { served, dataDir, logged, ...shellWindow(served.url) };
}

function pageIn(folder: string): string {
  const root = path.join(folder, 'page');
  fs.mkdirSync(path.join(root, 'assets'), { recursive: true });
  const page =
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';
  fs.writeFileSync(path.join(root, 'index.html'), page);
  fs.writeFileSync(path.join(root, 'assets', 'app.js'), 'export {};');
  fs.writeFileSync(path.join(folder, SECRET_FILE), 'not for the page');
  fs.mkdirSync(path.join(folder, 'page-sibling'));
  fs.writeFileSync(path.join(folder, 'page-sibling', 'x.txt'), 'not for the page');
  fs.symlinkSync(path.join(folder, SECRET_FILE), path.join(root, 'link.txt'));
  return root;
}

/** Resolves with 101 when a socket opens, or with the status of the refusal. */
export function handshake(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    socket.on('error', () => resolve(0));
  });
}
