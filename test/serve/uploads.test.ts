import fs from 'node:fs';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { procedures } from '#contract/procedures.ts';
import { connectTo } from '#contract/rpc/connect.ts';
import { shellEvents, shellProcedures } from '#contract/shell.ts';
import { AppError } from '#contract/errors.ts';
import { fileName, stageUpload } from '#serve/uploads.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import { OBJ, PNG } from '#test/support/desk.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { file, openBrowser, sharedBrowser } from './browser.ts';

const shared = sharedBrowser();

describe('files that a browser sends', () => {
  it('are staged under their own name, and nothing else is left', async () => {
    const browser = shared();
    const answer = await browser.ask(
      '/files',
      file('Szafa dębowa.png', PNG, await browser.enter()),
    );
    expect(answer.status).toBe(200);
    const staged = procedures['files.stage'].output.parse(JSON.parse(answer.body));
    const sha256 = createHash('sha256').update(PNG).digest('hex');
    expect(staged).toMatchObject({ name: 'Szafa dębowa.png', size: PNG.length, sha256 });
    const profile = path.join(browser.dataDir, 'profiles', 'default');
    expect(fs.readFileSync(path.join(profile, 'staged', sha256))).toEqual(PNG);
    expect(fs.readdirSync(path.join(profile, 'incoming'))).toEqual([]);
  });

  it('are checked as the service would, and named as the person knows them', async () => {
    const browser = shared();
    const ask = file('notes.exe', 'MZ', await browser.enter());
    const headers = { ...ask.headers, 'x-cabinet-kind': 'fittings', 'x-cabinet-field': 'model' };
    const answer = await browser.ask('/files', { ...ask, headers });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('notes.exe has the type');
    expect(answer.body).not.toContain(browser.dataDir);
  });

  it('for a profile that is not open are answered as a conflict, and leave nothing', async () => {
    const browser = shared();
    const ask = file('a.png', PNG, await browser.enter());
    const headers = { ...ask.headers, 'x-cabinet-profile': 'elsewhere' };
    const answer = await browser.ask('/files', { ...ask, headers });
    expect(answer.status).toBe(409);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'state' });
    const profile = path.join(browser.dataDir, 'profiles', 'default');
    expect(fs.readdirSync(path.join(profile, 'incoming'))).toEqual([]);
  });

  it('end nothing but themselves, where the writer is lost while a window gives one up', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const lost = () => Promise.reject(new AppError('disconnected', 'The writer has stopped.'));
    const gone = new AbortController();
    const core = {
      dispatch: () => {
        gone.abort();
        return lost();
      },
      call: lost,
      on: () => () => {},
      close: () => Promise.resolve(),
    };
    const headers = { 'content-type': 'application/octet-stream', 'x-cabinet-file-name': 'a.png' };
    const request = Object.assign(Readable.from([PNG]), { headers });
    const taken = stageUpload(
      request as unknown as http.IncomingMessage,
      core,
      tempFolder(),
      1000,
      gone.signal,
    );
    await expect(taken).rejects.toMatchObject({ code: 'disconnected' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('may be models', async () => {
    const browser = shared();
    const ask = file('a.obj', OBJ, await browser.enter());
    const headers = { ...ask.headers, 'x-cabinet-kind': 'fittings', 'x-cabinet-field': 'model' };
    expect((await browser.ask('/files', { ...ask, headers })).status).toBe(200);
  });

  it('B7: are refused above the limit, by their word or by what comes', async () => {
    const browser = await openBrowser({ limits: { fileBytes: 1000 } });
    const halves = await browser.enter();
    const big = Buffer.alloc(5000);
    expect((await browser.ask('/files', file('a.png', big, halves))).status).toBe(413);
    const { headers, ...rest } = file('a.png', big, halves);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    expect((await browser.ask('/files', { ...rest, headers: chunked })).status).toBe(413);
    const incoming = path.join(browser.dataDir, 'profiles', 'default', 'incoming');
    expect(fs.existsSync(incoming) ? fs.readdirSync(incoming) : []).toEqual([]);
  });

  it('that break off in the middle leave nothing', async () => {
    const browser = await openBrowser();
    const { headers } = file('a.obj', '', await browser.enter());
    const own = { ...headers, origin: browser.origin, 'sec-fetch-site': 'same-origin' };
    const profile = path.join(browser.dataDir, 'profiles', 'default');
    const incoming = path.join(profile, 'incoming');
    const request = http.request(`${browser.origin}/files`, {
      method: 'POST',
      headers: { ...own, 'content-length': '1000000' },
      agent: false,
    });
    request.on('error', () => {});
    request.write(Buffer.alloc(500_000, '#'));
    await vi.waitUntil(() => fs.existsSync(incoming) && fs.readdirSync(incoming).length > 0);
    request.destroy();
    await vi.waitUntil(() => fs.readdirSync(incoming).length === 0);
    const staged = path.join(profile, 'staged');
    expect(fs.existsSync(staged) ? fs.readdirSync(staged) : []).toEqual([]);
  });

  it('arrive in the profile that is open, and bring back none that was removed', async () => {
    const browser = await openBrowser();
    const halves = await browser.enter();
    const socket = browser.socket(halves);
    const client = connectTo(webSocketChannel(socket), shellProcedures, shellEvents);
    await once(socket, 'open');
    const left = path.join(browser.dataDir, 'profiles', 'other', 'incoming', 'left');
    fs.mkdirSync(left, { recursive: true });
    await client.call('shell.openProfile', { name: 'other' });
    await client.call('shell.removeProfile', { name: 'default', waiting: 0 });
    expect((await browser.ask('/files', file('a.png', PNG, halves))).status).toBe(200);
    expect(fs.readdirSync(path.join(browser.dataDir, 'profiles'))).toEqual(['other']);
    expect(fs.readdirSync(path.dirname(left))).toEqual([]);
    socket.close();
  });

  it('are not taken from a page that shows another profile than the open one', async () => {
    const browser = await openBrowser();
    const halves = await browser.enter();
    const { headers, ...rest } = file('a.png', PNG, halves);
    const from = (profile: string) => ({
      ...rest,
      headers: { ...headers, 'x-cabinet-profile': profile },
    });
    const refused = await browser.ask('/files', from('other'));
    expect(JSON.parse(refused.body)).toMatchObject({ why: { code: 'profile-changed' } });
    const staged = path.join(browser.dataDir, 'profiles', 'default', 'staged');
    expect(fs.existsSync(staged) ? fs.readdirSync(staged) : []).toEqual([]);
    expect((await browser.ask('/files', from('default'))).status).toBe(200);
  });

  it('come as bytes and with a name', async () => {
    const browser = shared();
    const halves = await browser.enter();
    const { headers, ...rest } = file('a.png', PNG, halves);
    const form = { ...headers, 'content-type': 'multipart/form-data' };
    expect((await browser.ask('/files', { ...rest, headers: form })).status).toBe(415);
    const nameless = { ...headers, 'x-cabinet-file-name': undefined };
    expect((await browser.ask('/files', { ...rest, headers: nameless })).status).toBe(400);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\windows\\x', 'x'],
    ['C:\\x.obj', 'x.obj'],
    ['a:stream.png', 'astream.png'],
    ['a\u0000b\n.png', 'ab.png'],
    ['Zawias 110°.png', 'Zawias 110°.png'],
    ['e\u0301.png', '\u00e9.png'],
    [`${'ż'.repeat(5000)}.obj`, `${'ż'.repeat(98)}.obj`],
  ])('N2: keep no way out in the name %j', (given, kept) => {
    expect(fileName(encodeURIComponent(given))).toBe(kept);
  });

  it.each(['', '.', '..', '...', '/', 'a/..', '%', `x.${'y'.repeat(300)}`])(
    'are refused with the name %j',
    (given) => {
      const encoded = given === '%' ? given : encodeURIComponent(given);
      expect(() => fileName(encoded)).toThrow(/name/);
    },
  );
});
