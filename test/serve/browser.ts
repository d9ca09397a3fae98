import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { z } from '#contract/zod.ts';
import { startServe } from '#serve/serve.ts';
import type { Served, ServeOptions } from '#serve/serve.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}

/** What a browser holds once it is in. */
export interface Halves {
  readonly cookie: string;
  readonly key: string;
}

/** A running browser shell, and a browser that can be made to misbehave. */
export interface Browser {
  readonly served: Served;
  readonly dataDir: string;
  readonly logged: readonly string[];
  readonly origin: string;
  readonly token: string;
  /** Sends a request as our own page would; headers given replace or, undefined, remove its own. */
  readonly ask: (path: string, ask?: Ask) => Promise<Answer>;
  /** Exchanges the token, the first time. */
  readonly enter: () => Promise<Halves>;
  /** Opens a socket as our own page would. */
  readonly socket: (halves: Halves, headers?: Ask['headers']) => WebSocket;
}

export const SECRET_FILE = 'outside.txt';

/** Starts the shell over a small page of the test's own; it ends with the test. */
export async function openBrowser(options: Partial<ServeOptions> = {}): Promise<Browser> {
  const browser = await start(tempFolder(), options);
  onTestFinished(() => browser.served.close());
  return browser;
}

/** One shell for all tests of a file that leave it as it was. */
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
  const origin = `http://127.0.0.1:${served.port}`;
  const ask = (target: string, { method = 'GET', headers = {}, body }: Ask = {}) => {
    const own = method === 'GET' ? {} : { origin, 'sec-fetch-site': 'same-origin' };
    return send(served.port, target, { method, headers: { ...own, ...headers }, body });
  };
  const token = new URLSearchParams(new URL(served.url).hash.slice(1)).get('token') ?? '';
  let halves: Promise<Halves> | undefined;
  return {
    served,
    dataDir,
    logged,
    origin,
    token,
    ask,
    enter: () => (halves ??= enter(ask, token)),
    socket: (given, headers = {}) => openSocket(origin, given, headers),
  };
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

const grant = z.object({ key: z.string(), fileBytes: z.number() });

async function enter(ask: Browser['ask'], token: string): Promise<Halves> {
  const answer = await ask('/session', json({ token }));
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { cookie, key: grant.parse(JSON.parse(answer.body)).key };
}

/** A POST of JSON. */
export function json(body: unknown, headers: Ask['headers'] = {}): Ask {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** A POST of a file, with both halves. */
export function file(name: string, bytes: string | Buffer, halves: Partial<Halves>): Ask {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-cabinet-file-name': encodeURIComponent(name),
      cookie: halves.cookie,
      'x-cabinet-key': halves.key,
    },
    body: bytes,
  };
}

function send(
  port: number,
  target: string,
  ask: { method: string; headers: NonNullable<Ask['headers']>; body: string | Buffer | undefined },
): Promise<Answer> {
  const headers = Object.fromEntries(
    Object.entries(ask.headers).filter(([, value]) => value !== undefined),
  );
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: target, method: ask.method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      },
    );
    request.on('error', reject);
    request.end(ask.body);
  });
}

function openSocket(origin: string, halves: Halves, headers: NonNullable<Ask['headers']>) {
  const all = { origin, cookie: halves.cookie, ...headers };
  const sent = Object.fromEntries(
    Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined),
  );
  const protocols = ['cabinet', ...(halves.key === '' ? [] : [`cabinet.key.${halves.key}`])];
  return new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers: sent });
}

/** How the opening of a socket ended: 101, or the status of the refusal. */
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
