import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { connect, connectTo } from '#contract/rpc/connect.ts';
import { shellEvents, shellProcedures } from '#contract/shell.ts';
import { startReference } from '#reference/server.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import { secretsIn } from '#test/support/canary.ts';
import { keptToken } from '#test/support/keptToken.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { connectWindow, ShownProfile } from '../../src/renderer/src/client/tables.ts';
import { handshake, openBrowser, sharedBrowser } from './browser.ts';

const shared = sharedBrowser();

describe('a window in the browser', () => {
  it('signs in, pulls and lists, and B6: never sees the token of the service', async () => {
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    onTestFinished(() => service.close());
    const browser = await openBrowser();
    const socket = browser.socket(await browser.enter());
    const seen: string[] = [];
    socket.on('message', (data: Buffer) => seen.push(data.toString('utf8')));
    const client = connect(webSocketChannel(socket));
    const changed: string[] = [];
    client.on('records.changed', ({ kind }) => changed.push(kind));
    await once(socket, 'open');
    await client.call('session.login', { url: service.url, ...ACCOUNT });
    const pulled = await client.call('sync.pull', {});
    expect(pulled.kinds.fittings).toMatchObject({ total: 2, complete: true });
    const list = await client.call('records.list', { kind: 'fittings' });
    expect(new Set(list.rows.map(({ key }) => key))).toEqual(new Set(['ZAW-110', 'ZAW-155']));
    expect((await client.call('status.get', {})).signedIn).toBe(true);
    expect(changed).toContain('fittings');
    const token = await keptToken(browser.dataDir);
    expect(token).not.toBeNull();
    expect(secretsIn(seen.join('\n'), [token ?? ''])).toEqual([]);
    socket.close();
  });

  it('enters nothing in a profile that another window has opened meanwhile', async () => {
    const browser = await openBrowser();
    const halves = await browser.enter();
    const open = async () => {
      const socket = browser.socket(halves);
      onTestFinished(() => socket.close());
      const shown = new ShownProfile();
      const client = connectWindow(webSocketChannel(socket), shown);
      await once(socket, 'open');
      return { client, shown, open: (await client.call('shell.info', {})).profile };
    };
    const [first, second] = [await open(), await open()];
    expect([first.shown.meet(first.open), second.shown.meet(second.open)]).toEqual([true, true]);
    await first.client.call('shell.openProfile', { name: 'other' });
    const values = { code: 'MEANT-FOR-DEFAULT', name: 'x' };
    const made = second.client.call('records.create', { kind: 'edge-bands', values, files: [] });
    await expect(made).rejects.toMatchObject({ details: { why: { code: 'profile-changed' } } });
    expect((await second.client.call('outbox.list', {})).operations).toEqual([]);
    // A window that reconnects learns that the shell now serves a different profile.
    const { profile } = await second.client.call('shell.info', {});
    expect(second.shown.meet(profile)).toBe(false);
    const anew = await open();
    expect(anew.shown.meet(anew.open)).toBe(true);
    await anew.client.call('records.create', { kind: 'edge-bands', values, files: [] });
  });

  it('B7: names no paths of this computer', async () => {
    const browser = shared();
    const socket = browser.socket(await browser.enter());
    const client = connect(webSocketChannel(socket));
    await once(socket, 'open');
    await expect(client.call('files.stage', { path: '/etc/passwd' })).rejects.toMatchObject({
      code: 'refused',
    });
    const manifest = { edgeBands: [] };
    await expect(
      client.call('productDrafts.addProduct', { manifest, folder: '/etc' }),
    ).rejects.toMatchObject({ code: 'refused' });
    await expect(client.call('outbox.export', { to: '/tmp/x.zip' })).rejects.toMatchObject({
      code: 'refused',
    });
    socket.close();
  });

  it('B7: moves no data and writes no file where it likes', async () => {
    const browser = await openBrowser();
    const socket = browser.socket(await browser.enter());
    const client = connectTo(webSocketChannel(socket), shellProcedures, shellEvents);
    await once(socket, 'open');
    const refused = { code: 'refused' };
    await expect(client.call('shell.pickFolder', {})).rejects.toMatchObject(refused);
    await expect(client.call('shell.moveData', { to: '/tmp/x' })).rejects.toMatchObject(refused);
    await client.call('shell.diagnostics', {});
    const save = (to: string | null) => client.call('shell.saveDiagnostics', { to });
    await expect(save('/tmp/x.zip')).rejects.toMatchObject(refused);
    expect((await save(null)).data).toMatch(/^UEsDB/);
    socket.close();
  });

  it('B7: is one of ten', async () => {
    const browser = await openBrowser();
    const halves = await browser.enter();
    const sockets: WebSocket[] = [];
    for (let i = 0; i < 10; i += 1) {
      const socket = browser.socket(halves);
      sockets.push(socket);
      expect(await handshake(socket)).toBe(101);
    }
    expect(await handshake(browser.socket(halves))).toBe(503);
    for (const each of sockets) each.close();
  });

  it.each([
    ['a frame above the limit', 'x'.repeat(5000), 1009],
    ['a frame that is no JSON', 'nonsense', 1003],
    ['a frame of bytes', Buffer.from('{}'), 1003],
  ])('B7: is cut for %s', async (_what, frame, code) => {
    const browser = await openBrowser({ limits: { frameBytes: 1000 } });
    const socket = browser.socket(await browser.enter());
    await once(socket, 'open');
    const closed = once(socket, 'close');
    socket.send(frame);
    expect((await closed)[0]).toBe(code);
  });

  it('is told to go when the shell is closed', async () => {
    const browser = await openBrowser();
    const socket = browser.socket(await browser.enter());
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await browser.served.close();
    expect((await closed)[0]).toBe(1001);
  });

  it('opens elsewhere only: a second shell on the profile is busy', async () => {
    const browser = await openBrowser();
    const { dataDir } = browser;
    await expect(openBrowser({ dataDir })).rejects.toMatchObject({ code: 'busy' });
  });
});
