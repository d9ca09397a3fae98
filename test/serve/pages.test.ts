import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { staticAnswer } from '#core/app/shell/staticFiles.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { openBrowser, sharedBrowser } from './browser.ts';

const NAUGHTY = [
  '/../outside.txt',
  '/../../outside.txt',
  '/..%2foutside.txt',
  '/assets%2fapp.js',
  '/assets%5capp.js',
  '/..%2Foutside.txt',
  '/%2e%2e/outside.txt',
  '/%2e%2e%2foutside.txt',
  '/..%5coutside.txt',
  '/..\\outside.txt',
  '/assets/..%2f..%2foutside.txt',
  '/assets/../../outside.txt',
  '/%00',
  '/index.html%00.png',
  '/../page-sibling/x.txt',
  '/%2e%2e/page-sibling/x.txt',
  '/link.txt',
  '/etc/passwd',
  '/C:/windows/win.ini',
  '/index.html:stream',
  '/%',
  '/%c0%ae%c0%ae/outside.txt',
  '/assets',
  '/assets/',
  '/.',
  '/CON',
  `/${'a'.repeat(5000)}`,
];

const shared = sharedBrowser();

describe('a file of the page', () => {
  it('is read once for a thousand requests, and again when it changes', async () => {
    const root = tempFolder();
    const file = path.join(root, 'app.js');
    fs.writeFileSync(file, 'one');
    const ask = () => staticAnswer(root, '/app.js');
    const answers = await Promise.all(Array.from({ length: 1000 }, ask));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    fs.writeFileSync(file, 'three');
    expect((await ask()).body.toString()).toBe('three');
    fs.rmSync(file);
    expect((await ask()).status).toBe(404);
  });
});

describe('the pages of the browser shell', () => {
  it('give each page a policy with a nonce of its own', async () => {
    const browser = shared();
    const [one, two] = [await browser.ask('/'), await browser.ask('/index.html')];
    const nonces = [one, two].map(({ body, headers }) => {
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? '';
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`'nonce-${nonce}'`);
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).toContain(`ws://127.0.0.1:${browser.served.port}`);
      expect(policy).not.toMatch(/unsafe|http:|\*/);
      expect(body).not.toContain('__CSP_NONCE__');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
    expect(nonces[0]).toHaveLength(24);
  });

  it('say what they are', async () => {
    const browser = shared();
    const types = await Promise.all(['/', '/assets/app.js'].map((each) => browser.ask(each)));
    expect(types.map(({ headers }) => headers['content-type'])).toEqual([
      'text/html; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
  });

  it.each(NAUGHTY)('B7: lead nowhere by %s', async (path) => {
    const browser = shared();
    const answer = await raw(browser.served.port, path);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).not.toContain('not for the page');
  });

  it.each(['http://127.0.0.1/', 'http://evil.example/', '//evil.example/', '*', 'index.html'])(
    'B7: fetch nothing for anybody: %s',
    async (target) => {
      const browser = shared();
      expect(await raw(browser.served.port, target)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it('B7: take no more than a token needs', async () => {
    const browser = shared();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ token: 'x'.repeat(10_000) });
    const answer = await browser.ask('/session', { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
  });

  it('B7: do not wait for a request that never ends', async () => {
    const browser = await openBrowser({ limits: { headMs: 100, requestMs: 100 } });
    const started = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${browser.served.port}\r\nX-Slow: `;
    const answer = await conversation(browser.served.port, started);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('B7: do not wait for a sign-in that never ends', async () => {
    const browser = await openBrowser({ limits: { headMs: 100 } });
    const { port } = browser.served;
    const started = `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    expect(await conversation(port, started)).toBe('');
  });

  it('answer a HEAD without a body', async () => {
    const browser = shared();
    const answer = await new Promise<http.IncomingMessage>((resolve) => {
      http.request(browser.origin, { method: 'HEAD', agent: false }, resolve).end();
    });
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });
});

/** Sends a request target that a normal client would refuse. */
function raw(port: number, target: string): Promise<string> {
  const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  return conversation(port, head);
}

function conversation(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.write(text);
  });
}
