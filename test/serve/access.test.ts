import { describe, expect, it } from 'vitest';
import { filesWithSecrets, secretsIn } from '#test/support/canary.ts';
import { file, handshake, json, openBrowser, sharedBrowser } from './browser.ts';
import type { Halves } from './browser.ts';

const PNG = 'not really';

const shared = sharedBrowser();

describe('B3: the way in', () => {
  it('is a token of 256 bits in the fragment, which no server is ever sent', async () => {
    const { served, token } = shared();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(new URL(served.url).search).toBe('');
  });

  it('gives a cookie that scripts cannot read and other sites cannot send, and a key', async () => {
    const browser = await openBrowser();
    const answer = await browser.ask('/session', json({ token: browser.token }));
    const cookie = answer.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).not.toMatch(/Domain|Max-Age|Expires/i);
    const value = cookie.split(/[=;]/)[1] ?? '';
    expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    expect(answer.body).not.toContain(value);
  });

  it('opens once', async () => {
    const browser = await openBrowser();
    await browser.enter();
    expect((await browser.ask('/session', json({ token: browser.token }))).status).toBe(401);
  });

  it.each([{ token: 'x'.repeat(43) }, { token: '' }, { token: null }, {}, [], null, 7])(
    'stays shut for %j, and open for the right one afterwards',
    async (body) => {
      const browser = shared();
      const answer = await browser.ask('/session', json(body));
      expect(answer.status).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect((await browser.enter()).key).not.toBe('');
    },
  );

  it.each([
    ['nothing', () => ({ cookie: '', key: '' })],
    ['the cookie alone', ({ cookie }: Halves) => ({ cookie, key: '' })],
    ['the key alone', ({ key }: Halves) => ({ cookie: '', key })],
    [
      'swapped halves',
      (h: Halves) => ({ cookie: h.cookie.replace(/=.*/, `=${h.key}`), key: h.key }),
    ],
    ['a wrong key', ({ cookie }: Halves) => ({ cookie, key: 'A'.repeat(43) })],
  ])('needs both halves: %s is not enough', async (_what, take) => {
    const browser = shared();
    const halves = take(await browser.enter());
    expect((await browser.ask('/files', file('a.png', PNG, halves))).status).toBe(401);
    expect((await browser.ask('/other', file('a.png', PNG, halves))).status).toBe(401);
    expect(await handshake(browser.socket(halves))).toBe(401);
  });

  it('lets both halves in', async () => {
    const browser = shared();
    const socket = browser.socket(await browser.enter());
    expect(await handshake(socket)).toBe(101);
    socket.close();
  });
});

describe('B8: what other users of the computer can see', () => {
  it('holds no token: neither the command line, nor a file, nor the log', async () => {
    const browser = await openBrowser();
    const halves = await browser.enter();
    const secrets = [browser.token, halves.key, halves.cookie.split('=')[1] ?? ''];
    const seen = [process.argv.join(' '), process.title, ...browser.logged];
    expect(secretsIn(seen.join('\n'), secrets)).toEqual([]);
    expect(filesWithSecrets(browser.dataDir, secrets)).toEqual([]);
  });
});
