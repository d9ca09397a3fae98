import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '#contract/rpc/connect.ts';
import { events } from '#contract/events.ts';
import { procedures } from '#contract/procedures.ts';
import { shellEvents, shellProcedures } from '#contract/shell.ts';
import { startReference } from '#reference/server.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { json, openBrowser } from './browser.ts';

const AS = { format: 'csv', separator: ';', decimal: ',', encoding: 'utf-8', bom: false } as const;
const query = { kind: 'fittings' } as const;

/** Opens a browser window with a pulled catalogue. */
async function openWindow() {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  onTestFinished(() => service.close());
  const browser = await openBrowser();
  const halves = await browser.enter();
  const socket = browser.socket(halves);
  onTestFinished(() => socket.close());
  const client = connectTo(
    webSocketChannel(socket),
    { ...procedures, ...shellProcedures },
    { ...events, ...shellEvents },
  );
  await once(socket, 'open');
  await client.call('session.login', { url: service.url, ...ACCOUNT });
  await client.call('sync.pull', {});
  const headers = { cookie: halves.cookie, 'x-cabinet-key': halves.key };
  const fetch = (download: unknown, given: Record<string, string | undefined> = headers) =>
    browser.ask('/downloads', json({ download }, given));
  return { client, headers, fetch, dataDir: browser.dataDir };
}

describe('what a window in the browser exports', () => {
  it('is fetched whole under the name of the answer, as bytes that no page runs', async () => {
    const { client, fetch } = await openWindow();
    const written = await client.call('sheets.export', { query, as: AS, to: null });
    expect(written.rows).toBe(2);
    const answer = await fetch(written.download);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(answer.body).toContain('ZAW-110;Zawias 110°;8,90');
  });

  it('is given to nobody without both halves of the key', async () => {
    const { client, fetch, headers } = await openWindow();
    const { download } = await client.call('sheets.export', { query, as: AS, to: null });
    for (const given of [
      {},
      { cookie: headers.cookie },
      { 'x-cabinet-key': headers['x-cabinet-key'] },
      { ...headers, 'x-cabinet-key': 'guessed' },
    ])
      expect((await fetch(download, given)).status).toBe(401);
    expect((await fetch(download, { ...headers, origin: 'https://evil.example' })).status).toBe(
      403,
    );
  });

  it.each([
    ['../work.db', 404],
    ['..%2fwork.db', 404],
    ['/etc/passwd', 404],
    ['', 404],
    ['x'.repeat(300), 400],
    [7, 400],
  ])('is no other file of this computer: %s', async (name, status) => {
    const { fetch, dataDir } = await openWindow();
    const answer = await fetch(name);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain(dataDir);
  });

  it('B7: goes to no place that the window names, and no dialog of the system opens', async () => {
    const { client } = await openWindow();
    const refused = { code: 'refused' };
    const to = '/tmp/cabinet-was-here.csv';
    await expect(client.call('sheets.export', { query, as: AS, to })).rejects.toMatchObject(
      refused,
    );
    await expect(client.call('changesets.rejects', { plan: 'x', to })).rejects.toMatchObject(
      refused,
    );
    await expect(client.call('sheets.located', { download: 'x' })).rejects.toMatchObject(refused);
    await expect(client.call('shell.saveFile', { name: 'a.csv' })).rejects.toMatchObject({
      code: 'refused',
      message: 'A window in a browser keeps files among its own downloads.',
    });
    expect(await client.call('shell.nameUndo', { undo: 'Undo: x', redo: null })).toEqual({});
  });
});
