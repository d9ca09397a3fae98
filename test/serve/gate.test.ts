import net from 'node:net';
import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { handshake, json, openBrowser, sharedBrowser } from './browser.ts';
import type { Ask } from './browser.ts';

const ROUTES: readonly (readonly [string, Ask])[] = [
  ['/', {}],
  ['/assets/app.js', {}],
  [`/bytes/x/${'0'.repeat(64)}`, {}],
  ['/nowhere', {}],
  ['/session', json({ token: 'x' })],
  ['/files', { method: 'POST', body: 'x' }],
  ['/', { method: 'DELETE' }],
];

const shared = sharedBrowser();

describe('B1: where the browser shell listens', () => {
  it('is closed on every address but the loopback', async () => {
    const { served } = shared();
    const outside = Object.values(os.networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter((each) => !each.internal && each.family === 'IPv4');
    for (const { address } of outside) expect(await opens(address, served.port)).toBe(false);
    expect(await opens('127.0.0.1', served.port)).toBe(true);
  });

  it('takes another free port each time', async () => {
    const [one, two] = [await openBrowser(), await openBrowser()];
    expect(one.served.port).not.toBe(two.served.port);
  });
});

describe('B2: the name a request uses', () => {
  it.each(ROUTES)('refuses a foreign Host on %s', async (path, ask) => {
    const browser = shared();
    const { port } = browser.served;
    for (const host of [
      `evil.example:${port}`,
      'evil.example',
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:${port}.evil.example`,
      `localhost.evil.example:${port}`,
      `0.0.0.0:${port}`,
    ]) {
      const headers = { ...ask.headers, host, origin: `http://${host}` };
      const answer = await browser.ask(path, { ...ask, headers });
      expect(answer.status, host).toBe(403);
      expect(answer.body).not.toContain('nonce');
    }
  });

  it('refuses a foreign Host on the socket', async () => {
    const browser = shared();
    const halves = await browser.enter();
    const host = `evil.example:${browser.served.port}`;
    const socket = browser.socket(halves, { host, origin: `http://${host}` });
    expect(await handshake(socket)).toBe(403);
  });

  it('answers to each of its own names', async () => {
    const browser = shared();
    const { port } = browser.served;
    for (const name of ['127.0.0.1', 'localhost', '[::1]'])
      expect((await browser.ask('/', { headers: { host: `${name}:${port}` } })).status).toBe(200);
  });
});

describe('B4: who may ask for a change', () => {
  it.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['the same computer’s other port', { origin: 'http://127.0.0.1:1' }],
    ['our other name', { origin: 'http://localhost' }],
    ['no origin', { origin: undefined }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another site by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
    ['another port by the browser’s word', { 'sec-fetch-site': 'same-site' }],
    ['nobody’s word', { 'sec-fetch-site': undefined }],
  ])('refuses %s', async (_who, headers) => {
    const browser = shared();
    const answer = await browser.ask('/session', json({ token: browser.token }, headers));
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', undefined])(
    'refuses a form that a foreign page could send (%s)',
    async (type) => {
      const browser = shared();
      const ask = json({ token: browser.token }, { 'content-type': type });
      expect((await browser.ask('/session', ask)).status).toBe(415);
    },
  );

  it.each([
    ['origin', { origin: 'http://evil.example' }, 403],
    ['no origin', { origin: undefined }, 403],
    ['site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('refuses a socket by %s', async (_what, headers, status) => {
    const browser = shared();
    const socket = browser.socket(await browser.enter(), headers);
    expect(await handshake(socket)).toBe(status);
  });

  it('changes nothing by GET', async () => {
    const browser = shared();
    for (const path of ['/session', '/files', '/rpc', `/session?token=${browser.token}`])
      expect((await browser.ask(path)).status).toBe(404);
    expect((await browser.enter()).key).not.toBe('');
  });

  it('lends no part of the page to another one', async () => {
    const browser = shared();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' };
    expect((await browser.ask('/assets/app.js', { headers })).status).toBe(403);
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    expect((await browser.ask('/', { headers: followed })).status).toBe(200);
  });
});

describe('B5: what goes with every answer', () => {
  it.each(ROUTES)('is the same on %s', async (path, ask) => {
    const browser = shared();
    const { headers } = await browser.ask(path, ask);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const cors = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    expect(cors).toEqual([]);
  });

  it('allows a frame of our own page for drawings alone', async () => {
    const browser = shared();
    const { status, headers } = await browser.ask('/drawing.html');
    expect([status, headers['x-frame-options']]).toEqual([200, 'SAMEORIGIN']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'nonce-[^']+'; img-src data: blob:; .*frame-ancestors 'self'; sandbox allow-scripts/,
    );
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' };
    expect((await browser.ask('/drawing.html', { headers: foreign })).status).toBe(403);
  });

  it('answers no preflight', async () => {
    const browser = shared();
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    const answer = await browser.ask('/files', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

function opens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
