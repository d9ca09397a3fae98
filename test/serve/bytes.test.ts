import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesUrl, thumbUrl } from '#contract/files/bytes.ts';
import { procedures } from '#contract/procedures.ts';
import { z } from '#contract/zod.ts';
import { OBJ, PNG } from '#test/support/desk.ts';
import { file, json, openBrowser, SECRET_FILE } from './browser.ts';
import type { Browser, Halves } from './browser.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const session = z.object({ key: z.string(), bytes: z.string() });

interface Showing {
  readonly browser: Browser;
  readonly halves: Halves;
  /** Start of every address of bytes, as the window received it. */
  readonly base: string;
  readonly put: (name: string, bytes: Buffer | string) => Promise<string>;
  readonly profile: string;
}

async function open(): Promise<Showing> {
  const browser = await openBrowser();
  const answer = await browser.ask('/session', json({ token: browser.token }));
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { key, bytes: base } = session.parse(JSON.parse(answer.body));
  const put = async (name: string, bytes: Buffer | string) => {
    const taken = await browser.ask('/files', file(name, bytes, { cookie, key }));
    return procedures['files.stage'].output.parse(JSON.parse(taken.body)).sha256;
  };
  const profile = path.join(browser.dataDir, 'profiles', 'default');
  return { browser, halves: { cookie, key }, base, put, profile };
}

describe('the bytes of files in a browser', () => {
  it('are given by their hash to the page alone, with the type that they say', async () => {
    const { browser, halves, base, put } = await open();
    const picture = await put('a.png', PNG);
    const model = await put('a.obj', OBJ);
    const ask = (sha256: string, headers = {}) =>
      browser.ask(bytesUrl(base, sha256), { headers: { cookie: halves.cookie, ...headers } });
    const answer = await ask(picture, {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-dest': 'image',
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(await ask(model)).toMatchObject({ status: 200, body: OBJ });
    expect((await ask(model)).headers['content-type']).toBe('application/octet-stream');
  });

  it('P1: that are a drawing can be seen as a picture and in no other way', async () => {
    const { browser, halves, base, put } = await open();
    const url = bytesUrl(base, await put('a.svg', SVG));
    const ask = (destination: string) =>
      browser.ask(url, { headers: { cookie: halves.cookie, 'sec-fetch-dest': destination } });
    const { status, headers } = await ask('image');
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/);
    expect(headers['content-disposition']).toBe('attachment');
    for (const destination of ['document', 'iframe', 'object', 'embed', 'script', 'worker'])
      expect((await ask(destination)).status).toBe(403);
  });

  it('are no page and no script, whatever they are called', async () => {
    const { browser, halves, base, put } = await open();
    const page = await put('a.obj', `# <!doctype html><script>alert(1)</script>\n${OBJ}`);
    const { headers } = await browser.ask(bytesUrl(base, page), {
      headers: { cookie: halves.cookie },
    });
    expect(headers['content-type']).toBe('application/octet-stream');
  });

  it('need both halves: the cookie, and the secret in the address', async () => {
    const { browser, halves, base, put } = await open();
    const sha256 = await put('a.png', PNG);
    const { cookie } = halves;
    const ask = (target: string, headers: Record<string, string>) =>
      browser.ask(target, { headers }).then(({ status }) => status);
    expect(await ask(bytesUrl(base, sha256), {})).toBe(401);
    expect(await ask(bytesUrl('/bytes/guessed', sha256), { cookie })).toBe(401);
    expect(await ask(bytesUrl(`/bytes/${halves.key}`, sha256), { cookie })).toBe(401);
    expect(await ask(bytesUrl(base, sha256), { cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await ask(bytesUrl(base, sha256), { cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await ask(bytesUrl(base, sha256), { cookie })).toBe(200);
  });

  it.each([
    '..',
    '../work.db',
    '%2e%2e%2fwork.db',
    '..%5c..%5cwork.db',
    `../../../${SECRET_FILE}`,
    'work.db',
    `${'0'.repeat(64)}/../../work.db`,
    '0'.repeat(64),
    `${'0'.repeat(64)}-64`,
    'A'.repeat(64),
    '',
  ])('lead nowhere else by %j', async (name) => {
    const { browser, halves, base } = await open();
    const { status } = await browser.ask(`${base}/${name}`, { headers: { cookie: halves.cookie } });
    expect([400, 401, 404]).toContain(status);
  });

  it('can be thumbnails, and are never written to', async () => {
    const { browser, halves, base, put, profile } = await open();
    const sha256 = await put('a.obj', OBJ);
    fs.mkdirSync(path.join(profile, 'thumbs'), { recursive: true });
    fs.writeFileSync(path.join(profile, 'thumbs', `${sha256}-128`), PNG);
    const url = thumbUrl(base, sha256, 128, 'aa');
    const headers = { cookie: halves.cookie };
    expect((await browser.ask(url, { headers })).headers['content-type']).toBe('image/png');
    expect((await browser.ask(url, { method: 'HEAD', headers })).body).toBe('');
    expect((await browser.ask(url, { method: 'POST', headers, body: 'x' })).status).toBe(405);
    expect((await browser.ask(url, { method: 'DELETE', headers })).status).toBe(405);
  });

  it('do not let a window walk the folders of this computer', async () => {
    const { browser, halves } = await open();
    const socket = browser.socket(halves);
    const answer = await new Promise<string>((resolve) => {
      socket.on('open', () =>
        socket.send(
          JSON.stringify({ type: 'call', id: 1, name: 'files.walk', input: { paths: ['/etc'] } }),
        ),
      );
      // Events may arrive before the answer.
      socket.on('message', (data: Buffer) => {
        const text = data.toString('utf8');
        if (!text.includes('"event"')) resolve(text);
      });
    });
    socket.close();
    expect(answer).toContain('refused');
    expect(answer).not.toContain('passwd');
  });
});
